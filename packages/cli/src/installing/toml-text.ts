import { UserError } from "../user-error.ts";
import type { JsonEntry } from "./json-text.ts";
import { findLineEnd, type TextEdit } from "./text-edit.ts";

/**
 * The edit that adds a table at the end of a TOML file. Everything else stays as it is, to the byte. `null`: there is a
 * table of this name already.
 */
export function addTomlTable(
  text: string,
  group: string,
  name: string,
  entry: JsonEntry,
): TextEdit | null {
  if (findTable(text, group, name) !== null) return null;
  // Such a group is closed: nothing can be added below it.
  if (new RegExp(`^[ \\t]*${group}[ \\t]*[=.]`, "m").test(text))
    throw new UserError(`expected tables such as [${group}.${name}], got "${group}" as a value`);
  const newline = findLineEnd(text);
  const lines = [
    `[${group}.${name}]`,
    // A JSON text or list of texts is the same in TOML.
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

/** A text without a table; `null`: it has none. */
export function removeTomlTable(text: string, group: string, name: string): string | null {
  const found = findTable(text, group, name);
  return found && text.slice(0, found.start) + text.slice(found.end);
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
