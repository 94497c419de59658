import { ConfigError } from "../../errors.ts";
import { typeName } from "../../thrown.ts";

/** A state as JSON text; a state that JSON can't hold is refused, with the place where it can't. */
export function stringifyState(state: unknown, name: "start" | "next"): string {
  const trouble = findTrouble(state, []);
  if (trouble === null) return JSON.stringify(state);
  const whole = name === "start" ? "start" : "the state that `next` returned";
  throw new ConfigError(
    `${whole}${trouble.path}`,
    `expected a value that JSON can hold, got ${trouble.came}. States are stored after every step`,
  );
}

interface Trouble {
  /** Put together on the way back, since most states have no trouble. */
  path: string;
  came: string;
}

function findTrouble(value: unknown, above: object[]): Trouble | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : { path: "", came: String(value) };
    case "object":
      return value === null ? null : findTroubleInside(value, above);
    default:
      return { path: "", came: typeName(value) };
  }
}

function findTroubleInside(value: object, above: object[]): Trouble | null {
  if (above.includes(value)) return { path: "", came: "an object that contains itself" };
  above.push(value);
  try {
    return Array.isArray(value)
      ? findTroubleInList(value, above)
      : findTroubleInObject(value, above);
  } finally {
    above.pop();
  }
}

/** By index: a hole in a list is a value that JSON can't hold either. */
function findTroubleInList(list: readonly unknown[], above: object[]): Trouble | null {
  for (let at = 0; at < list.length; at++) {
    const trouble = findTrouble(list[at], above);
    if (trouble !== null) return { ...trouble, path: `[${at}]${trouble.path}` };
  }
  return null;
}

function findTroubleInObject(value: object, above: object[]): Trouble | null {
  const proto: unknown = Object.getPrototypeOf(value);
  if ((proto !== Object.prototype && proto !== null) || "toJSON" in value) {
    const name = value.constructor?.name ?? "";
    return {
      path: "",
      came: name === "Object" ? "an object with toJSON" : `an object of class ${name}`,
    };
  }
  for (const [key, part] of Object.entries(value)) {
    const trouble = part === undefined ? null : findTrouble(part, above);
    if (trouble !== null) return { ...trouble, path: `.${key}${trouble.path}` };
  }
  return null;
}
