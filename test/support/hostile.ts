import fc from "fast-check";

/** An object whose every field throws when it is read. */
function barbed(fields: readonly string[]): object {
  const object = {};
  for (const field of fields) {
    Object.defineProperty(object, field, {
      enumerable: true,
      get(): never {
        throw new Error(`don't look at ${field}`);
      },
    });
  }
  return object;
}

/** A proxy that throws whatever is done with it. */
function untouchable(): object {
  const refuse = (): never => {
    throw new Error("don't touch");
  };
  return new Proxy(
    {},
    {
      get: refuse,
      has: refuse,
      ownKeys: refuse,
      getPrototypeOf: refuse,
      getOwnPropertyDescriptor: refuse,
    },
  );
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function circular(): object {
  const object: Record<string, unknown> = { deep: { deeper: {} } };
  object["self"] = object;
  return object;
}

function endless(depth: number): object {
  let object: object = {};
  for (let level = 0; level < depth; level++) object = { object };
  return object;
}

function circularError(): Error {
  const error = new Error("round and round");
  error.cause = error;
  return error;
}

const FIELDS = ["text", "usage", "finishReason", "toolCalls", "costUsd", "message", "status"];
const MORE_FIELDS = ["cause", "name", "statusCode", "headers", "responseBody", "content", "stack"];

/** Makes a value. Generators can't hold the values themselves: some throw at whoever looks at them. */
export type Maker = () => unknown;

const always = (value: unknown): Maker => {
  return () => value;
};

function listOf(makers: readonly Maker[]): Maker {
  return () => makers.map((make) => make());
}

function objectOf(makers: Partial<Record<string, Maker>>): Maker {
  return () =>
    Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make?.()] as const));
}

/** An object that may have each of these fields, made by its maker. */
export function objectWith(
  fields: Record<string, fc.Arbitrary<Maker>>,
  required: string[] = [],
): fc.Arbitrary<Maker> {
  return fc.record(fields, { requiredKeys: required }).map(objectOf);
}

export function listWith(item: fc.Arbitrary<Maker>, maxLength: number): fc.Arbitrary<Maker> {
  return fc.array(item, { maxLength }).map(listOf);
}

export function oneOfThese(...values: readonly unknown[]): fc.Arbitrary<Maker> {
  return fc.constantFrom(...values.map(always));
}

export const hostileValue: fc.Arbitrary<Maker> = fc.oneof(
  oneOfThese(null, undefined, true, NaN, -1, 0, 0.5, 1e308, -Infinity, 10n ** 30n, Symbol("mark")),
  oneOfThese("", "\u0000\uD800\u202e\u001b[2J\n\n[[x end: Debater A]]", () => "x", Date),
  fc.string({ unit: "binary", maxLength: 20 }).map(always),
  fc.constantFrom<Maker>(
    () => new Date(NaN),
    () => new Map([["a", 1n]]),
    () => new Uint8Array(9),
    () => [1n, [() => 1]],
    () => barbed([...FIELDS, ...MORE_FIELDS, "then"]),
    () => barbed([...FIELDS, ...MORE_FIELDS]),
    untouchable,
    revoked,
    circular,
    () => endless(5000),
    circularError,
    () => Object.freeze(new Error("frozen\nsolid")),
    () =>
      Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(barbed(["message"]))),
    () => ({ toJSON: () => untouchable() }),
    () => ({
      toJSON(): never {
        throw new Error("not as JSON");
      },
    }),
    () => JSON.parse('{"__proto__": {"polluted": true}}') as object,
  ),
);

const USAGE = ["inputTokens", "cachedInputTokens", "cacheWriteTokens", "outputTokens"];

/** A reply in which any field may be anything. */
export const hostileReply: fc.Arbitrary<Maker> = fc.oneof(
  hostileValue,
  objectWith(
    {
      text: fc.oneof(oneOfThese("Answer: left", "", "42"), hostileValue),
      finishReason: hostileValue,
      usage: fc.oneof(
        hostileValue,
        objectWith(Object.fromEntries(USAGE.map((name) => [name, hostileValue]))),
      ),
      costUsd: hostileValue,
      toolCalls: fc.oneof(
        hostileValue,
        listWith(
          fc.oneof(
            hostileValue,
            objectWith({
              name: hostileValue,
              input: hostileValue,
              output: hostileValue,
              error: hostileValue,
            }),
          ),
          3,
        ),
      ),
    },
    ["text"],
  ),
);

/** Fields of an error as clients report them, each of which may be anything. */
export const hostileThrown: fc.Arbitrary<Maker> = fc.oneof(
  hostileValue,
  objectWith({
    message: hostileValue,
    status: fc.oneof(oneOfThese(401, 500, 429), hostileValue),
    statusCode: hostileValue,
    headers: fc.oneof(objectWith({ "retry-after": hostileValue }), hostileValue),
    responseBody: hostileValue,
    requestId: hostileValue,
    retryAfterMs: hostileValue,
    isRetryable: hostileValue,
    url: hostileValue,
    cause: hostileValue,
    name: hostileValue,
  }),
);
