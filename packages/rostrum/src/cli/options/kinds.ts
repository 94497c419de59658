import { UserError } from "../user-error.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What an option holds: how a flag's text is read, and how it stands in a config. */
export interface OptionKind {
  /** Stands in the help after the flag; none for a switch. */
  placeholder?: string;
  schema: JsonSchema;
  /** Reads a flag's text; `flag` is for the message when it can't. */
  read(text: string, flag: string): unknown;
}

export function refuse(flag: string, expected: string, came: string): never {
  throw new UserError(`${flag}: expected ${expected}, got "${came}"`);
}

export function whole(placeholder: string, minimum: number): OptionKind {
  return {
    placeholder,
    schema: { type: "integer", minimum },
    read: (text, flag) =>
      /^-?\d+$/.test(text) ? Number(text) : refuse(flag, "a whole number", text),
  };
}

export function amount(placeholder: string, schema: JsonSchema): OptionKind {
  return { placeholder, schema: { type: "number", ...schema }, read: readNumber };
}

export const share = (placeholder: string): OptionKind =>
  amount(placeholder, { minimum: 0, maximum: 1 });

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Flags take seconds, or a number with its unit; a config has milliseconds. */
export const time: OptionKind = {
  placeholder: "time",
  schema: { type: "number", exclusiveMinimum: 0 },
  read(text, flag) {
    const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
    if (parts === null) return refuse(flag, "a time such as 30s, 2m or 500ms", text);
    return Number(parts[1]) * (UNITS[parts[2] ?? "s"] ?? 1000);
  },
};

export function oneOf(...words: readonly string[]): OptionKind {
  return {
    placeholder: words.join("|"),
    schema: { enum: words },
    read: (text, flag) =>
      words.includes(text) ? text : refuse(flag, `one of ${words.join(", ")}`, text),
  };
}

/** On when given; `--no-…` turns it off. */
export const toggle: OptionKind = { schema: { type: "boolean" }, read: () => true };

export const words: OptionKind = {
  placeholder: "text",
  schema: { type: "string" },
  read: (given) => given,
};

export const model: OptionKind = {
  placeholder: "id",
  schema: { type: "string" },
  read: (text) => text,
};

/** A model id, or a debater with settings as JSON. */
export const debater: OptionKind = {
  placeholder: "id",
  schema: { anyOf: [{ type: "string" }, { $ref: "#/$defs/debater" }] },
  read: (text, flag) => (text.startsWith("{") ? readJson(text, flag) : text),
};

export function readNumber(text: string, flag: string): number {
  return text.trim() !== "" && Number.isFinite(Number(text))
    ? Number(text)
    : refuse(flag, "a number", text);
}

export function readJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(flag, "JSON", text);
  }
}
