import type { JsonSchema, KipToolDefinition } from "./definitions.js";

/**
 * A tool as the model providers take it. OpenAI and Anthropic refuse a whole request when one tool's schema has `oneOf`,
 * `anyOf` or `allOf` at its root, so the choice between `command` and `operations` is told in the description instead;
 * the engine still refuses a call with both or neither, with a hint. Choices further inside are written as `anyOf`, which
 * more providers read, and here means the same: a string is never an object.
 */
export function providerTool({ name, description, parameters }: KipToolDefinition): KipToolDefinition {
  const { oneOf: _, ...root } = parameters;
  return {
    name,
    description: `${description} Give either command or operations.`,
    parameters: withAnyOf(root),
  };
}

function withAnyOf({ oneOf, items, properties, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, withAnyOf(schema)]),
      ),
    }),
    ...(items && { items: withAnyOf(items) }),
    ...(oneOf && { anyOf: oneOf.map(withAnyOf) }),
  };
}
