import type { StoredEvent } from "@rostrum/core/protocol";

/** Largest panel in a file whose table can be drawn. */
const MAX_MEMBERS = 64;
const MAX_EVENTS = 20_000;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads events from a JSON list or from one JSON value per line. Throws for anything else. */
export function readEvents(text: string): StoredEvent[] {
  return checkEvents(parseEvents(text));
}

function parseEvents(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) throw new Error("Expected JSON, got an empty file.");
    return lines.map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (cause) {
        // Only a file of events has a value in each line.
        const lineText = index === 0 ? "" : ` in line ${index + 1}`;
        const hint = /^\s*[[{]/.test(line) ? " Perhaps the file was cut off." : "";
        throw new Error(`Expected JSON, got something else${lineText}.${hint}`, { cause });
      }
    });
  }
}

/** Checks every field that the views rely on. Texts may contain anything, because they are never run. */
export function checkEvents(value: unknown): StoredEvent[] {
  if (!Array.isArray(value))
    throw new Error("Expected the events of a debate, got something else.");
  if (value.length > MAX_EVENTS) {
    throw new Error(`Expected at most ${MAX_EVENTS} events, got ${value.length}.`);
  }
  value.forEach((event: unknown, index) => {
    if (!isEvent(event)) {
      throw new Error(`Expected the events of a debate, but item ${index + 1} is not an event.`);
    }
  });
  const [first] = value as StoredEvent[];
  if (first?.type !== "debate.started" || !isStart(first)) {
    throw new Error("Expected the events of a debate, which begin with debate.started.");
  }
  return value as StoredEvent[];
}

function isEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, seq, at, debateId, round = 0 } = value;
  return (
    typeof type === "string" &&
    type.startsWith("debate.") &&
    type !== "debate.delta" &&
    Number.isSafeInteger(seq) &&
    Number.isFinite(at) &&
    typeof debateId === "string" &&
    Number.isSafeInteger(round) &&
    (round as number) >= 0 &&
    (round as number) < 1000
  );
}

function isStart(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { question, panel, rules } = value;
  return (
    typeof question === "string" &&
    isObject(rules) &&
    Array.isArray(panel) &&
    panel.length > 0 &&
    panel.length <= MAX_MEMBERS &&
    panel.every(
      (member: unknown) =>
        isObject(member) &&
        typeof member["name"] === "string" &&
        typeof member["model"] === "string",
    )
  );
}
