import { ConfigError, typeName } from "@rostrum/core/support";

/** Throws with the path of the first value that JSON can't represent. */
export function stringifyState(state: unknown, name: "start" | "next"): string {
  const invalid = findInvalidValue(
    state,
    name === "start" ? "start" : "the state that `next` returned",
  );
  if (invalid === null) return JSON.stringify(state);
  const message = `expected a JSON value, got ${invalid.description}. States are stored after every step`;
  throw new ConfigError(invalid.path, message);
}

interface InvalidValue {
  path: string;
  description: string;
}

function findInvalidValue(value: unknown, path: string, above: object[] = []): InvalidValue | null {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return null;
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : { path, description: String(value) };
  }
  if (typeof value !== "object") return { path, description: typeName(value) };
  if (above.includes(value)) return { path, description: "an object that contains itself" };
  const proto: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || proto === Object.prototype || proto === null;
  if (!isPlain || "toJSON" in value) {
    const kind = value.constructor?.name ?? "";
    return {
      path,
      description: kind === "Object" ? "an object with toJSON" : `an object of class ${kind}`,
    };
  }
  // JSON can't represent a hole in an array; an undefined field of an object is just omitted.
  const parts: (readonly [string, unknown])[] = Array.isArray(value)
    ? Array.from(value, (part: unknown, at) => [`[${at}]`, part] as const)
    : Object.entries(value).flatMap(([key, part]) =>
        part === undefined ? [] : [[`.${key}`, part] as const],
      );
  for (const [place, part] of parts) {
    const invalid = findInvalidValue(part, path + place, [...above, value]);
    if (invalid !== null) return invalid;
  }
  return null;
}
