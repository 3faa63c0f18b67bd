/** A JSON Schema as the tool definitions use it: plain data, safe to send to a provider as it is. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

export type KipToolName = "execute_kip" | "execute_kip_readonly";

/** One of the two tools, as a model is told about it. */
export interface KipToolDefinition {
  readonly name: KipToolName;
  readonly description: string;
  /** The schema of its arguments, an object schema. */
  readonly parameters: JsonSchema;
}

const PARAMETERS: JsonSchema = {
  type: "object",
  description:
    "Values for the :names in the commands, by name without the colon. Each :name stands where a whole value stands (name: :name, LIMIT :limit, SEARCH CONCEPT :term) and is bound as a value, never pasted as text; inside a quoted string it is only text. Names match [A-Za-z_][A-Za-z0-9_]*.",
};

const OP_ID: JsonSchema = {
  type: "string",
  description: "Your own name for this operation; the matching result carries it.",
};

const OWN_PARAMETERS: JsonSchema = {
  type: "object",
  description: "Values for this operation alone. They win over shared parameters of the same name.",
};

const COMMAND_OR_OPERATIONS: readonly JsonSchema[] = [
  { required: ["command"] },
  { required: ["operations"] },
];

function operationsOf(description: string, command: string): JsonSchema {
  return {
    type: "array",
    description,
    items: {
      oneOf: [
        { type: "string" },
        {
          type: "object",
          properties: {
            op_id: OP_ID,
            command: { type: "string", description: command },
            parameters: OWN_PARAMETERS,
          },
          required: ["command"],
          additionalProperties: false,
        },
      ],
    },
  };
}

/**
 * The `execute_kip` tool: reads and writes. Its schema has the names, types, enumerations, exclusions and requirements of
 * the definition this project was given; `NexusApi.executeKip` takes exactly these arguments.
 */
export const EXECUTE_KIP: KipToolDefinition = {
  name: "execute_kip",
  description:
    "Runs KIP 2.0 commands on your long-term memory. FIND reads; ASSERT, MUTATE, ENSURE, CREATE, UPSERT, UPDATE, TRANSITION, SET RETENTION, MERGE and PURGE write; DESCRIBE, LIST, SEARCH, VERIFY, VALIDATE, PREVIEW, HISTORY, CHANGES and EXPORT CAPSULE show what is there. That a Proposition exists does not make it true: plain FIND shows who claimed what, BELIEF shows what is accepted now. To correct a claim, ASSERT a new one SUPERSEDING it; claims are never edited. Start with DESCRIBE PRIMER. A failed command answers with an error whose hint says what to do next.",
  parameters: {
    type: "object",
    properties: {
      command: {
        type: "string",
        description: "One whole KIP 2.0 command. Give this or operations, not both.",
      },
      operations: operationsOf(
        "Several commands in one call. They are a batch, not a transaction, unless execution.mode is atomic; changes that belong together are better written as one MUTATE { … } command.",
        "One whole KIP command.",
      ),
      execution: {
        type: "object",
        description: "How the operations belong together. Needed as soon as there is more than one.",
        properties: {
          mode: {
            type: "string",
            enum: ["independent", "sequence", "atomic"],
            description:
              "independent: unrelated, each stands or fails alone. sequence: in order, each change committed by itself and kept when a later one fails. atomic: one transaction, all or nothing.",
          },
          on_error: {
            type: "string",
            enum: ["stop", "continue"],
            description:
              "What a sequence does after a failure. Not allowed with atomic, which always stops as a whole.",
          },
          idempotency_key: {
            type: "string",
            description:
              "Names this one intent to write. When an answer got lost, send the very same request with the same key: it is carried out at most once. A lost answer does not mean that nothing was written.",
          },
        },
        required: ["mode"],
        additionalProperties: false,
      },
      parameters: PARAMETERS,
      dry_run: {
        type: "boolean",
        description: "Check and plan only: nothing is committed, and nothing lasting is established.",
      },
    },
    oneOf: COMMAND_OR_OPERATIONS,
    additionalProperties: false,
  },
};

/**
 * The `execute_kip_readonly` tool: reads only, judged from the parsed command. Its schema is that of the definition this
 * project was given; `NexusApi.executeKipReadonly` takes exactly these arguments.
 */
export const EXECUTE_KIP_READONLY: KipToolDefinition = {
  name: "execute_kip_readonly",
  description:
    "Reads your long-term memory with KIP 2.0: FIND, DESCRIBE, LIST, SEARCH, VERIFY, VALIDATE, PREVIEW, HISTORY, CHANGES and EXPORT CAPSULE. Whatever would change something is refused, whatever it is called. SEARCH for candidates first, then read them by their ids. Finding nothing does not show that nothing is there, and a search score says nothing about truth.",
  parameters: {
    type: "object",
    properties: {
      command: {
        type: "string",
        description:
          "One whole reading command (FIND, DESCRIBE, LIST, SEARCH, VERIFY, VALIDATE, PREVIEW, HISTORY, CHANGES, EXPORT CAPSULE). Give this or operations, not both.",
      },
      operations: operationsOf(
        "Several reading commands in one call. Each is answered by itself; one that fails carries its error in its own result.",
        "One whole reading command.",
      ),
      read: {
        type: "object",
        description: "Answers every operation from one and the same state of the memory.",
        properties: {
          snapshot_token: {
            type: "string",
            description:
              "A token from an earlier answer, sent back as it came. It says which state, not what may be seen: the permissions are always those of now.",
          },
        },
        additionalProperties: false,
      },
      parameters: PARAMETERS,
      dry_run: { type: "boolean", description: "Check the commands without running them." },
    },
    oneOf: COMMAND_OR_OPERATIONS,
    additionalProperties: false,
  },
};

/** Both tools, the reading one first. */
export const KIP_TOOLS: readonly KipToolDefinition[] = [EXECUTE_KIP_READONLY, EXECUTE_KIP];
