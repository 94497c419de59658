import type { StoredEvent } from "../protocol/events.ts";

/** Fields with rostrum's own words, times or ids, which are kept. */
const KEPT_FIELDS = new Set([
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

const PLACEHOLDER = /^\[text \d+, \d+ characters\]$/;

/** True for the placeholder of a removed text, which tells its length. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/**
 * Replaces the texts of a run with numbered placeholders: questions, answers and reports of models. Equal
 * texts get the same number, so that votes and changes of mind remain visible. The result can be attached to
 * a bug report.
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
  const replaceTexts = (value: unknown): unknown => {
    if (typeof value === "string") {
      return value === "" || names.has(value) ? value : placeholder(value);
    }
    if (Array.isArray(value)) return value.map(replaceTexts);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (KEPT_FIELDS.has(key)) return [key, part];
        if (key === "model" && typeof part === "string") return [key, formatModelName(part)];
        // Remove who ran it and what they attached.
        if (key === "metadata" || key === "userId" || key === "teamId" || key === "projectId")
          return [key, undefined];
        return [key, replaceTexts(part)];
      }),
    );
  };
  return events.map((event) => replaceTexts(event) as StoredEvent);
}

/**
 * A model's id without its address, and a program's without its folder and arguments, so that exports don't
 * reveal where a model runs.
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
