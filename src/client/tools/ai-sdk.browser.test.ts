import { generateText, jsonSchema, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import type { ResponseEnvelope } from "../../model/index.js";
import { deleteNexus, openNexus } from "../index.js";
import { aiSdkTools } from "./index.js";

type Prompt = Parameters<MockLanguageModelV3["doGenerate"]>[0]["prompt"];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The response envelope of the newest tool call, as the model sees it. */
function newestAnswer(prompt: Prompt): ResponseEnvelope {
  const message = prompt.at(-1);
  const part = message?.role === "tool" ? message.content[0] : undefined;
  if (part?.type !== "tool-result" || part.output.type !== "json") throw new Error("no tool answered");
  return part.output.value as unknown as ResponseEnvelope;
}

/** A model that knows no memory but what its tools answer: it misspells a type, and then does what the hint says. */
function scriptedModel(transcript: string[]) {
  let step = 0;
  const call = (toolName: string, command: string) => {
    transcript.push(`${toolName}: ${command}`);
    return {
      content: [
        {
          type: "tool-call" as const,
          toolCallId: `call-${step}`,
          toolName,
          input: JSON.stringify({ command }),
        },
      ],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    };
  };
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      step += 1;
      if (step === 1) return call("execute_kip", 'CREATE CONCEPT ?p { TYPE "Persn" NAME "Ada" }');
      if (step === 2) {
        const hint = newestAnswer(prompt).results[0]?.error?.hint ?? "";
        transcript.push(`hint: ${hint}`);
        const named = /"(?<type>[A-Z]\w+)"/.exec(hint)?.groups?.type;
        return call("execute_kip", `CREATE CONCEPT ?p { TYPE "${named}" NAME "Ada" }`);
      }
      if (step === 3) return call("execute_kip_readonly", 'FIND(?p.name) WHERE { ?p {type: "Person"} }');
      const { results } = newestAnswer(prompt);
      return {
        content: [{ type: "text" as const, text: `I remember ${String(results[0]?.result)}.` }],
        finishReason: { unified: "stop" as const, raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

describe("the tools in the Vercel AI SDK", () => {
  it("let a model err, read the hint, do what it says, and succeed", async () => {
    const name = `ai-sdk-${crypto.randomUUID()}`;
    const nexus = await openNexus({ name });
    try {
      const transcript: string[] = [];
      const { text } = await generateText({
        model: scriptedModel(transcript),
        // A model gets the door of the agent: not what the owner may.
        tools: aiSdkTools(await nexus.endpoint({ principal: "agent" }), (schema) =>
          jsonSchema(schema as Parameters<typeof jsonSchema>[0]),
        ),
        stopWhen: stepCountIs(6),
        prompt: "Remember Ada.",
      });
      expect(text).toBe("I remember Ada.");
      expect(transcript).toEqual([
        'execute_kip: CREATE CONCEPT ?p { TYPE "Persn" NAME "Ada" }',
        expect.stringMatching(/^hint: .*"Person"/),
        'execute_kip: CREATE CONCEPT ?p { TYPE "Person" NAME "Ada" }',
        'execute_kip_readonly: FIND(?p.name) WHERE { ?p {type: "Person"} }',
      ]);
    } finally {
      await nexus.close();
      await deleteNexus(name);
    }
  });
});
