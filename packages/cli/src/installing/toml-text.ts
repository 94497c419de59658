import { UserError } from "../user-error.ts";
import type { JsonEntry } from "./json-text.ts";
import { findLineEnd, type TextEdit } from "./text-edit.ts";

/** Edit that appends a table to a TOML file. All other bytes stay. Null when the table exists. */
export function addTomlTable(
  text: string,
  group: string,
  name: string,
  entry: JsonEntry,
): TextEdit | null {
  if (findTable(text, group, name) !== null) return null;
  // TOML doesn't allow tables below an inline or dotted one.
  if (new RegExp(`^[ \\t]*${group}[ \\t]*[=.]`, "m").test(text))
    throw new UserError(`expected tables such as [${group}.${name}], got "${group}" as a value`);
  const newline = findLineEnd(text);
  const lines = [
    `[${group}.${name}]`,
    // JSON strings and lists of strings are valid TOML.
    ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    "",
  ];
  const isEnded = text === "" || text.endsWith("\n");
  const gap = text.trim() === "" ? "" : newline;
  return {
    at: text.length,
    removed: "",
    added: (isEnded ? "" : newline) + gap + lines.join(newline),
  };
}

/** Removes a table. Null when there is no such table. */
export function removeTomlTable(text: string, group: string, name: string): string | null {
  const table = findTable(text, group, name);
  return table && text.slice(0, table.start) + text.slice(table.end);
}

/** Text of a table. Null when there is no such table. */
export function readTomlTable(text: string, group: string, name: string): string | null {
  const table = findTable(text, group, name);
  return table && text.slice(table.start, table.end);
}

function findTable(
  text: string,
  group: string,
  name: string,
): { start: number; end: number } | null {
  const head = new RegExp(
    `^[ \\t]*\\[[ \\t]*["']?${group}["']?[ \\t]*\\.[ \\t]*["']?${name}["']?[ \\t]*[.\\]]`,
    "m",
  );
  const match = head.exec(text);
  if (match === null) return null;
  const next = /^[ \t]*\[/m.exec(text.slice(match.index + match[0].length));
  const end = next === null ? text.length : match.index + match[0].length + next.index;
  return { start: match.index, end };
}
