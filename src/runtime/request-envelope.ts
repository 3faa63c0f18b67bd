import {
  isJsonObject,
  kipError,
  type Operation,
  type RequestEnvelope,
  requirePortableJson,
} from "../model/index.js";

/** The most operations one request may carry. */
export const MAX_OPERATIONS = 256;

const PARAMETER_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const EXTENSION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._/-]*$/;

type Check = (value: unknown, where: string) => void;

/**
 * Checks a received request against the envelope's shape (§71) and returns it typed.
 * @throws `InvalidRequestEnvelope` for a wrong shape, `UnsupportedProtocolVersion` for another protocol,
 * `UnsupportedCapability` for a critical extension or a part this engine does not serve yet.
 */
export function readRequestEnvelope(received: unknown): RequestEnvelope {
  if (!isJsonObject(received)) throw malformed("the request", "a JSON object");
  if (received.kip !== "2.0") {
    if (typeof received.kip === "string") {
      throw kipError("UnsupportedProtocolVersion", `this engine speaks KIP 2.0, not ${received.kip}`);
    }
    throw malformed("kip", 'the string "2.0"');
  }
  checkRequest(received, "the request");
  const envelope = received as unknown as RequestEnvelope;
  if (envelope.operations.length > 1 && envelope.execution === undefined) {
    throw kipError("InvalidRequestEnvelope", "a request with several operations names no execution mode", {
      hint: 'Add "execution": {"mode": "independent" | "sequence" | "atomic"}.',
    });
  }
  if (envelope.execution?.mode === "atomic" && envelope.execution.on_error !== undefined) {
    throw kipError("InvalidRequestEnvelope", "on_error has no meaning in atomic mode", {
      hint: "Leave on_error out: an atomic request always aborts as a whole.",
    });
  }
  requireUniqueOperationIds(envelope.operations);
  return envelope;
}

const text =
  (longest: number): Check =>
  (value, where) => {
    if (typeof value !== "string" || value.length === 0 || value.length > longest) {
      throw malformed(where, `a string of 1 to ${longest} characters`);
    }
  };

const oneOf =
  (...values: readonly string[]): Check =>
  (value, where) => {
    if (typeof value !== "string" || !values.includes(value)) {
      throw malformed(where, `one of ${values.map((item) => JSON.stringify(item)).join(", ")}`);
    }
  };

const wholeNumber =
  (smallest: number): Check =>
  (value, where) => {
    if (!Number.isSafeInteger(value) || (value as number) < smallest) {
      throw malformed(where, `a whole number from ${smallest}`);
    }
  };

const flag: Check = (value, where) => {
  if (typeof value !== "boolean") throw malformed(where, "true or false");
};

const parameters: Check = (value, where) => {
  if (!isJsonObject(value)) throw malformed(where, "an object of parameters by name");
  for (const name of Object.keys(value)) {
    if (!PARAMETER_NAME.test(name)) {
      throw malformed(`the parameter name ${JSON.stringify(name)}`, "letters, digits and underscores");
    }
  }
  requirePortableJson(value, where);
};

/**
 * Checks the extensions of a part of a request (§71).
 * @throws `InvalidRequestEnvelope` for a wrong shape, `UnsupportedCapability` for a critical one: this engine has none.
 */
export const extensions: Check = (value, where) => {
  if (!isJsonObject(value)) throw malformed(where, "an object of extensions by namespaced name");
  for (const [name, extension] of Object.entries(value)) {
    if (!EXTENSION_NAME.test(name) || !isJsonObject(extension)) {
      throw malformed(`${where}.${name}`, 'an object under a namespaced name such as "acme/tracing"');
    }
    if (extension.critical === true) {
      throw kipError("UnsupportedCapability", `the critical extension ${name} is not implemented`, {
        hint: "Drop the extension, or mark it critical: false if the request is still right without it.",
        details: { extension: name },
      });
    }
  }
  requirePortableJson(value, where);
};

const notServed =
  (what: string, hint: string): Check =>
  () => {
    throw kipError("UnsupportedCapability", `${what} is not served by this engine yet`, { hint });
  };

/** An object with only these members; those named in `required` must be there. */
const members =
  (checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, where) => {
    if (!isJsonObject(value)) throw malformed(where, "an object");
    for (const member of required) {
      if (!Object.hasOwn(value, member)) throw malformed(where, `an object with the member ${member}`);
    }
    for (const member of Object.keys(value)) {
      const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
      if (!check) {
        throw kipError("InvalidRequestEnvelope", `${where} has no member ${JSON.stringify(member)}`, {
          hint: `Leave it out. The members are ${Object.keys(checks).join(", ")}.`,
          details: { member },
        });
      }
      check(value[member], where === "the request" ? member : `${where}.${member}`);
    }
  };

const emptyObject = members({ extensions });

const operationMembers = members({
  op_id: text(256),
  language: oneOf("KQL", "KML", "META"),
  command: (value, where) => {
    if (typeof value !== "string" || value.length === 0) throw malformed(where, "a command text");
  },
  ast: (value, where) => {
    if (!isJsonObject(value)) throw malformed(where, "an object");
  },
  parameters,
  // The Specification's own example of an operation has none and says so (§73); the published schema would refuse it.
  idempotency_key: (value, where) => {
    if (value !== null) text(1024)(value, where);
  },
  options: emptyObject,
  extensions,
});

const operation: Check = (value, where) => {
  operationMembers(value, where);
  const { command, ast } = value as { command?: unknown; ast?: unknown };
  if ((command === undefined) === (ast === undefined)) {
    throw malformed(where, "an object with either command or ast");
  }
  if (ast !== undefined) {
    throw kipError("UnsupportedCapability", "an operation given as ast is not served by this engine", {
      hint: "Send the command as text in command.",
    });
  }
};

const operations: Check = (value, where) => {
  if (!Array.isArray(value) || value.length === 0)
    throw malformed(where, "an array of at least one operation");
  if (value.length > MAX_OPERATIONS) {
    throw kipError("ResourceExhausted", `a request may carry at most ${MAX_OPERATIONS} operations`, {
      hint: "Split the work into several requests.",
      details: { limit: MAX_OPERATIONS, found: value.length },
    });
  }
  value.forEach((item, index) => {
    operation(item, `${where}[${index}]`);
  });
};

const spaceMembers = members({ id: text(512), uri: text(2048) });

const checkRequest = members(
  {
    kip: text(16),
    request_id: text(256),
    space: (value, where) => {
      spaceMembers(value, where);
      if (Object.keys(value as object).length === 0) throw malformed(where, "an object with id or uri");
    },
    compatibility_profile: notServed("a compatibility profile", "Write native KIP 2.0 and leave it out."),
    execution: members(
      {
        mode: oneOf("independent", "sequence", "atomic"),
        on_error: oneOf("stop", "continue"),
        isolation: text(64),
        idempotency_key: text(1024),
        extensions,
      },
      ["mode"],
    ),
    read: members({
      snapshot_token: text(8192),
      extensions,
    }),
    // Read by `readIngest`, whose own errors come first where a timestamp is wrong.
    ingest: (value, where) => {
      if (!isJsonObject(value)) throw malformed(where, "an object");
    },
    preconditions: members({
      space_seq: wholeNumber(0),
      schema_environment_version: wholeNumber(0),
      extensions,
    }),
    operations,
    parameters,
    context: members({
      purpose: text(256),
      risk: text(128),
      locale: text(64),
      client: text(256),
      extensions,
    }),
    requires: (value, where) => {
      if (!isJsonObject(value)) throw malformed(where, "an object of capabilities by name");
      requirePortableJson(value, where);
    },
    options: members({ dry_run: flag, deadline_ms: wholeNumber(1), extensions }),
    extensions,
  },
  ["operations"],
);

function requireUniqueOperationIds(list: readonly Operation[]): void {
  if (list.length < 2) return;
  const seen = new Set<string>();
  for (const { op_id } of list) {
    if (op_id === undefined) continue;
    if (seen.has(op_id)) {
      throw kipError("InvalidRequestEnvelope", `two operations are called ${JSON.stringify(op_id)}`, {
        hint: "Give every operation its own op_id, or none.",
      });
    }
    seen.add(op_id);
  }
}

function malformed(where: string, expected: string): Error {
  return kipError("InvalidRequestEnvelope", `${where} must be ${expected}`, {
    hint: `Send ${where} as ${expected}.`,
    details: { field: where, expected },
  });
}
