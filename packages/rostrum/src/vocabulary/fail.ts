import { ConfigError } from "../errors.ts";
import { typeName } from "../thrown.ts";

export function fail(field: string, wanted: string, came: unknown): never {
  throw new ConfigError(field, `expected ${wanted}, got ${show(came)}`);
}

/** A value as a config would write it, short enough for one line. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "function") return `a function${value.name ? ` (${value.name})` : ""}`;
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "number") return String(value);
  let text: string;
  try {
    text = JSON.stringify(value, functionsByName) ?? String(value);
  } catch {
    text = typeName(value);
  }
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** JSON would show a function in a list as null. */
function functionsByName(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name}`.trim() : value;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
