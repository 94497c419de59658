import { field, isInstance } from "../thrown.ts";

/** Any value as JSON. What JSON can't represent is named in brackets. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const DEEPEST = 32;
const MOST_VALUES = 10_000;
const MOST_CHARACTERS = 1_000_000;

/** How much one copy may still contain. */
interface Room {
  values: number;
  characters: number;
}

/**
 * A copy of a value from outside that is plain JSON, whatever the value does: functions, big integers,
 * cycles, getters that throw, and objects too large to keep.
 */
export function plainJson(value: unknown): Json {
  const room = { values: MOST_VALUES, characters: MOST_CHARACTERS };
  return copyOf(value, room, []) ?? null;
}

function copyOf(value: unknown, room: Room, within: readonly object[]): Json | undefined {
  switch (typeof value) {
    case "string":
      return textWithin(value, room);
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
      return value;
    case "bigint":
      return textWithin(String(value), room);
    case "function":
      return "[function]";
    case "symbol":
    case "undefined":
      return undefined;
    default:
      return value === null ? null : objectCopy(value as object, room, within);
  }
}

function objectCopy(value: object, room: Room, within: readonly object[]): Json | undefined {
  if (within.includes(value)) return "[circular]";
  if (within.length >= DEEPEST) return "[too deep]";
  try {
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    const inner = [...within, value];
    if (Array.isArray(value)) return listCopy(value, room, inner);
    if (isInstance(value, Error)) return textWithin(String(field(value, "message")), room);
    const own = field(value, "toJSON");
    if (typeof own === "function") return copyOf(own.call(value, ""), room, inner);
    return fieldsCopy(value, room, inner);
  } catch {
    return "[unreadable]";
  }
}

function listCopy(value: readonly unknown[], room: Room, within: readonly object[]): Json[] {
  const copy: Json[] = [];
  for (let at = 0; at < value.length; at++) {
    if (!spend(room)) {
      copy.push("[too large]");
      break;
    }
    copy.push(partOf(value, String(at), room, within) ?? null);
  }
  return copy;
}

function fieldsCopy(value: object, room: Room, within: readonly object[]): Json {
  const entries: [string, Json][] = [];
  for (const key of Object.keys(value)) {
    if (!spend(room)) {
      entries.push(["…", "[too large]"]);
      break;
    }
    const part = partOf(value, key, room, within);
    if (part !== undefined) entries.push([textWithin(key, room), part]);
  }
  // A key may be `__proto__`, which an assignment would obey.
  return Object.fromEntries(entries);
}

function partOf(
  value: object,
  key: string,
  room: Room,
  within: readonly object[],
): Json | undefined {
  try {
    return copyOf((value as Record<string, unknown>)[key], room, within);
  } catch {
    return "[unreadable]";
  }
}

function spend(room: Room): boolean {
  room.values -= 1;
  return room.values >= 0;
}

function textWithin(text: string, room: Room): string {
  if (text.length > room.characters) return "[too large]";
  room.characters -= text.length;
  return text;
}
