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
  /** Offset of the comma after it. */
  comma: number | null;
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

/** Removes an entry from a group. Comments around it stay. Null when there is no such entry. */
export function removeJsonEntry(text: string, group: string, name: string): string | null {
  const outer = readRoot(text).members.find(({ key }) => key === group);
  if (outer === undefined || text[outer.valueStart] !== "{") return null;
  const { members } = readObject(text, outer.valueStart);
  const index = members.findIndex(({ key }) => key === name);
  const member = members[index];
  if (member === undefined) return null;
  const { start, end, comma } = member;
  const after = text.slice(comma === null ? end : comma + 1);
  // The line break before an entry ends a comment, so it goes only if another one follows.
  const endsLine = /^[^\S\n]*\n/.test(after);
  const before = endsLine ? text.slice(0, start).trimEnd() : text.slice(0, start);
  const previousComma = comma === null ? members[index - 1]?.comma : null;
  return dropCharacter(before, previousComma ?? null) + (endsLine ? after : after.trimStart());
}

function dropCharacter(text: string, at: number | null): string {
  return at === null ? text : text.slice(0, at) + text.slice(at + 1);
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
  if (text[start] !== "{") fail("expected an object", text, start);
  const root = readObject(text, start);
  const end = skipSpace(text, root.close + 1);
  if (end !== text.length) fail("expected one object, got more", text, end);
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
    if (text[at] !== ":") fail(`expected ":" after "${key}"`, text, at);
    const valueStart = skipSpace(text, at + 1);
    const end = skipValue(text, valueStart);
    at = skipSpace(text, end);
    const comma = text[at] === "," ? at : null;
    members.push({ key, start, valueStart, end, comma });
    if (comma !== null) at = skipSpace(text, comma + 1);
    else if (text[at] !== "}") fail(`expected "," or "}" after "${key}"`, text, at);
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
      else if (text[at] !== "]") fail('expected "," or "]"', text, at);
    }
    return at + 1;
  }
  const [word = ""] = /^[\w.+-]+/.exec(text.slice(from, from + 64)) ?? [];
  return word === "" ? fail("expected a value", text, from) : from + word.length;
}

function skipString(text: string, from: number): number {
  const [string] = matchAt(/"(?:[^"\\\n]|\\.)*"/y, text, from);
  if (string !== undefined) return from + string.length;
  const isOpen = text[from] === '"';
  return fail(
    `expected a ${isOpen ? "closing double quote" : "property name in double quotes"}`,
    text,
    from,
  );
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

function fail(message: string, text: string, at: number): never {
  const line = text.slice(0, at).split("\n").length;
  throw new UserError(`it is not JSON: ${message} at line ${line}`);
}
