import type { StoredEvent } from "../protocol/events.ts";

/** Fields whose texts are words of rostrum itself, or say when and by what. */
const KEPT = new Set([
  "type",
  "at",
  "status",
  "stopReason",
  "method",
  "basis",
  "confidenceBasis",
  "code",
  "finishReason",
  "debateId",
  "kind",
  "role",
  "step",
  "rules",
]);

/**
 * The events of a run with its words left out: what was asked, answered and reported by models becomes
 * numbered placeholders. Equal texts get the same number, so that votes and changes of mind still show.
 * What remains can be attached to a bug report.
 */
export function removeWords(events: readonly StoredEvent[]): StoredEvent[] {
  const names = new Set(
    events.flatMap((event) =>
      event.type === "debate.started"
        ? [...event.panel, ...(event.judge ? [event.judge] : [])].map(({ name }) => name)
        : [],
    ),
  );
  const numbers = new Map<string, number>();
  const placeholder = (text: string): string => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `[text ${number}, ${text.length} characters]`;
  };
  const blanked = (value: unknown): unknown => {
    if (typeof value === "string") {
      return value === "" || names.has(value) ? value : placeholder(value);
    }
    if (Array.isArray(value)) return value.map(blanked);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (KEPT.has(key)) return [key, part];
        if (key === "model" && typeof part === "string") return [key, formatModelName(part)];
        // Whoever ran it and what they attached is nobody's business.
        if (key === "metadata" || key === "userId" || key === "teamId" || key === "projectId")
          return [key, undefined];
        return [key, blanked(part)];
      }),
    );
  };
  return events.map((event) => blanked(event) as StoredEvent);
}

/**
 * A model's id without the address it is served at, and a program's without its folder and arguments:
 * what leaves the machine says who, and not where.
 */
export function formatModelName(id: string): string {
  if (id.startsWith("compat:")) return id.replace(/^(compat:.+)@https?:\/\/.*$/, "$1");
  const program = id.startsWith("command:") ? findProgram(id) : null;
  return program === null ? id : `command:${program}`;
}

function findProgram(id: string): string | null {
  const [, list, word = ""] = /^command:(?:\["((?:[^"\\]|\\.)*)"|(\S+))/.exec(id) ?? [];
  const path = list ?? word.replace(/#[0-9a-f]{8}$/, "");
  return path === "" ? null : path.replace(/^.*[/\\]/, "");
}
