import { ConfigError, typeName } from "@rostrum/core/support";

/** A state as JSON text; a state that JSON can't hold is refused, with the place where it can't. */
export function stringifyState(state: unknown, name: "start" | "next"): string {
  const trouble = findTrouble(state, name === "start" ? "start" : "the state that `next` returned");
  if (trouble === null) return JSON.stringify(state);
  const words = `expected a value that JSON can hold, got ${trouble.came}. States are stored after every step`;
  throw new ConfigError(trouble.path, words);
}

interface Trouble {
  path: string;
  came: string;
}

function findTrouble(value: unknown, path: string, above: object[] = []): Trouble | null {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return null;
  if (typeof value === "number") {
    return Number.isFinite(value) ? null : { path, came: String(value) };
  }
  if (typeof value !== "object") return { path, came: typeName(value) };
  if (above.includes(value)) return { path, came: "an object that contains itself" };
  const proto: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || proto === Object.prototype || proto === null;
  if (!isPlain || "toJSON" in value) {
    const kind = value.constructor?.name ?? "";
    return {
      path,
      came: kind === "Object" ? "an object with toJSON" : `an object of class ${kind}`,
    };
  }
  // A hole in a list is a value that JSON can't hold either; a missing field of an object is left out.
  const parts: (readonly [string, unknown])[] = Array.isArray(value)
    ? Array.from(value, (part: unknown, at) => [`[${at}]`, part] as const)
    : Object.entries(value).flatMap(([key, part]) =>
        part === undefined ? [] : [[`.${key}`, part] as const],
      );
  for (const [place, part] of parts) {
    const trouble = findTrouble(part, path + place, [...above, value]);
    if (trouble !== null) return trouble;
  }
  return null;
}
