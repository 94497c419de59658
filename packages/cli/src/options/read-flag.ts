import { Option } from "commander";
import { describeExpected, parseRule, suggestWord, type OptionField } from "@rostrum/core/options";
import { splitCommand } from "@rostrum/runtime/models";
import { UserError } from "../user-error.ts";

export function refuse(
  flag: string,
  expected: string,
  actual: string,
  /** Advice on a value to write instead, if there is one. */
  suggestion = "",
  hints: readonly string[] = [],
): never {
  const isKnown = suggestion.startsWith("did you mean");
  throw new UserError(
    isKnown
      ? `${flag}: unknown value "${actual}"; ${suggestion}`
      : `${flag}: expected ${expected}, got "${actual}"`,
    hints,
  );
}

/** Parses a flag's text as the value of an option. The engine checks its meaning. */
export function readFlag(field: OptionField, flag: string, text: string): unknown {
  switch (field.kind) {
    case "whole":
    case "seat":
      return readWhole(flag, text);
    case "number":
      return readNumber(flag, field.flag?.placeholder === "usd" ? text.replace(/^\$/, "") : text);
    case "milliseconds":
      return readTime(flag, text);
    case "one_of":
      return field.values.includes(text)
        ? text
        : refuse(flag, `one of ${field.values.join(", ")}`, text, suggestWord(text, field.values));
    case "rule": {
      if (text.startsWith("{")) return readJson(flag, text);
      const rule = parseRule(field.rules, text, (expected, suggestion) =>
        refuse(flag, expected, text, suggestion),
      );
      // A rule without settings is its name.
      return Object.keys(rule).length === 1 ? rule["type"] : rule;
    }
    case "words":
      return text.startsWith("[") ? readJson(flag, text) : splitCommand(text, flag);
    case "mcp_server":
      if (text.startsWith("{")) return readJson(flag, text);
      return /^https?:/.test(text) ? { url: text } : { command: splitCommand(text, flag) };
    case "debater":
    case "compare":
      return text.startsWith("{") ? readJson(flag, text) : text;
    case "quorum":
      return text.startsWith("{") ? readJson(flag, text) : readWhole(flag, text);
    case "sides":
      return /^[{[]/.test(text) ? readJson(flag, text) : text;
    case "text":
    case "model":
      return text;
    default:
      return refuse(flag, describeExpected(field), text);
  }
}

export function readNumber(flag: string, text: string, min: number = -Infinity): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  // In a shell, "$0.50" is the name of the shell and ".50".
  const [, cents] = /^[-/\w]*sh\.(\d+)$/.exec(text) ?? [];
  const hints =
    cents === undefined ? [] : [`Write 0.${cents} without a "$": the shell replaces $0.`];
  if (!Number.isFinite(value)) refuse(flag, "a number", text, "", hints);
  return value < min ? refuse(flag, `${min} or more`, text) : value;
}

export function readWhole(flag: string, text: string, min?: number): number {
  return /^-?\d+$/.test(text) ? readNumber(flag, text, min) : refuse(flag, "a whole number", text);
}

/** Creates a flag that takes a number of at least `min`, parsed by `read`. */
export function numberOption(
  flags: string,
  help: string,
  min: number,
  read: typeof readNumber = readNumber,
): Option {
  const option = new Option(flags, help);
  return option.argParser((text: string) => read(option.long ?? flags, text, min));
}

export function wholeOption(flags: string, help: string, min: number): Option {
  return numberOption(flags, help, min, readWhole);
}

const MAX_PORT = 65_535;

/** Creates the `--port` flag; 0 means any free port. */
export function portOption(help: string): Option {
  return new Option("--port <n>", help).argParser((text: string) => {
    const port = readWhole("--port", text, 0);
    return port <= MAX_PORT ? port : refuse("--port", `0 to ${MAX_PORT}`, text);
  });
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Flags take seconds or a number with a unit; configs take milliseconds. */
export function readTime(flag: string, text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  if (parts === null) return refuse(flag, "a time such as 30s, 2m or 500ms", text);
  return Number(parts[1]) * (UNITS[parts[2] ?? "s"] ?? 1000);
}

/** A time as a flag takes it: "5m", "30s". */
export function formatTime(ms: number): string {
  const units = Object.entries(UNITS).toReversed();
  const [unit, size] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

function readJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const isUnquoted = /^[{[]\s*\w+\s*:/.test(text);
    return refuse(
      flag,
      isUnquoted ? 'JSON, with names in double quotes: {"model": …}' : "JSON",
      text,
    );
  }
}
