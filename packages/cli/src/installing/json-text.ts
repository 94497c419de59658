import { UserError } from "../user-error.ts";
import { findLineEnd, type TextEdit } from "./text-edit.ts";

/** A member of an object, as offsets in the text. */
interface Member {
  key: string;
  /** Offset of its key. */
  start: number;
  valueStart: number;
  /** Offset after its value. */
  end: number;
}

interface ObjectSpan {
  /** Offset of the opening brace. */
  open: number;
  close: number;
  members: Member[];
}

/** A server's entry in a JSON config. */
export type JsonEntry = Readonly<Record<string, unknown>>;

/**
 * Edit that inserts an entry at the start of a group, in JSON that may contain comments. All other bytes stay. Null
 * when the entry exists.
 */
export function addJsonEntry(
  text: string,
  group: string,
  name: string,
  entry: JsonEntry,
  empty: JsonEntry = {},
): TextEdit | null {
  if (text.trim() === "") {
    const newConfig = { ...empty, [group]: { [name]: entry } };
    return { at: 0, removed: text, added: `${JSON.stringify(newConfig, null, 2)}\n` };
  }
  const newline = findLineEnd(text);
  const root = readRoot(text);
  const indent = findIndent(text, root);
  const member = root.members.find(({ key }) => key === group);
  if (member === undefined) {
    const words = formatMember(group, { [name]: entry }, indent, indent, newline);
    return insertFirst(text, root, words, indent, newline);
  }
  if (text[member.valueStart] !== "{")
    throw new UserError(`${group} is ${describeKind(text[member.valueStart])}, expected an object`);
  const inner = readObject(text, member.valueStart);
  if (inner.members.some(({ key }) => key === name)) return null;
  const deeper = indent + indent;
  const words = formatMember(name, entry, deeper, indent, newline);
  return insertFirst(text, inner, words, deeper, newline, indent);
}

/** Removes an entry from a group. Null when there is no such entry. */
export function removeJsonEntry(text: string, group: string, name: string): string | null {
  const outer = readRoot(text).members.find(({ key }) => key === group);
  if (outer === undefined || text[outer.valueStart] !== "{") return null;
  const { members, open } = readObject(text, outer.valueStart);
  const index = members.findIndex(({ key }) => key === name);
  const member = members[index];
  if (member === undefined) return null;
  const next = members[index + 1];
  // Remove the comma after it, or the one before it if it is last.
  const from = next ? member.start : (members[index - 1]?.end ?? open + 1);
  const to = next ? next.start : member.end;
  return text.slice(0, from) + text.slice(to);
}

function insertFirst(
  text: string,
  { open, close, members }: ObjectSpan,
  words: string,
  indent: string,
  newline: string,
  closing = "",
): TextEdit {
  const isFollowed = members.length > 0;
  // In an object on one line, the closing brace moves to its own line.
  const hasBreak = text.slice(open + 1, close).includes("\n");
  const tail = isFollowed ? "," : hasBreak ? "" : newline + closing;
  return { at: open + 1, removed: "", added: `${newline}${indent}${words}${tail}` };
}

function formatMember(
  key: string,
  value: unknown,
  indent: string,
  step: string,
  newline: string,
): string {
  const lines = JSON.stringify(value, null, step).replaceAll("\n", `${newline}${indent}`);
  return `${JSON.stringify(key)}: ${lines}`;
}

/** Indentation of the first member; two spaces if unknown. */
function findIndent(text: string, { members }: ObjectSpan): string {
  const start = members[0]?.start ?? 0;
  const before = text.slice(text.lastIndexOf("\n", start) + 1, start);
  return members.length > 0 && /^[ \t]+$/.test(before) ? before : "  ";
}

function readRoot(text: string): ObjectSpan {
  const start = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);
  if (text[start] !== "{") fail("expected an object");
  const root = readObject(text, start);
  if (skipSpace(text, root.close + 1) !== text.length) fail("expected one object, got more");
  return root;
}

function readObject(text: string, open: number): ObjectSpan {
  const members: Member[] = [];
  let at = skipSpace(text, open + 1);
  while (text[at] !== "}") {
    const start = at;
    at = skipString(text, at);
    const key = JSON.parse(text.slice(start, at)) as string;
    at = skipSpace(text, at);
    if (text[at] !== ":") fail(`expected ":" after "${key}"`);
    const valueStart = skipSpace(text, at + 1);
    const end = skipValue(text, valueStart);
    members.push({ key, start, valueStart, end });
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else if (text[at] !== "}") fail(`expected "," or "}" after "${key}"`);
  }
  return { open, close: at, members };
}

function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return skipString(text, from);
  if (first === "{") return readObject(text, from).close + 1;
  if (first === "[") {
    let at = skipSpace(text, from + 1);
    while (text[at] !== "]") {
      at = skipSpace(text, skipValue(text, at));
      if (text[at] === ",") at = skipSpace(text, at + 1);
      else if (text[at] !== "]") fail('expected "," or "]"');
    }
    return at + 1;
  }
  const [word = ""] = /^[\w.+-]+/.exec(text.slice(from, from + 64)) ?? [];
  return word === "" ? fail("expected a value") : from + word.length;
}

function skipString(text: string, from: number): number {
  const [string] = matchAt(/"(?:[^"\\\n]|\\.)*"/y, text, from);
  return string === undefined ? fail('expected a text in "') : from + string.length;
}

/** Skips white space and comments. */
function skipSpace(text: string, from: number): number {
  const [space = ""] = matchAt(/(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y, text, from);
  return from + space.length;
}

function matchAt(pattern: RegExp, text: string, at: number): readonly string[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

/** "a list", by the first character of a value. */
function describeKind(first: string | undefined): string {
  if (first === "[") return "a list";
  if (first === '"') return "a text";
  return first === "n" ? "null" : first === "t" || first === "f" ? "a boolean" : "a number";
}

function fail(message: string): never {
  throw new UserError(`it is not JSON: ${message}`);
}
