import type { StartedEvent } from "../protocol/started-event.ts";
import { formatModelName } from "./remove-words.ts";

type Panel = StartedEvent["panel"];

/** Names that members get if their config gives them none. */
const DEFAULT_NAME = /^debater_\d+$/;
/** Default names within a sentence, such as a warning. */
const NAMES_IN_TEXT = /\bdebater_\d+\b/g;
/** Fields with sentences of rostrum's own, which may contain names. */
const SENTENCES = new Set(["warnings", "message", "error", "shortfall"]);

/**
 * Names for members without one, by the names that stand for them in the data: their model's name, with a
 * number if it isn't unique. Members with names of their own are left out.
 */
export function nameUnnamed(panel: Panel): ReadonlyMap<string, string> {
  const shortNames = panel.map(({ name, model }, seat) =>
    DEFAULT_NAME.test(name) ? formatShortName(model, seat) : name,
  );
  const names = new Map<string, string>();
  panel.forEach(({ name }, seat) => {
    const shortName = shortNames[seat] ?? name;
    if (shortName === name) return;
    const isUnique = shortNames.filter((otherName) => otherName === shortName).length === 1;
    const copy = shortNames
      .slice(0, seat + 1)
      .filter((otherName) => otherName === shortName).length;
    names.set(name, isUnique ? shortName : `${shortName} (${copy})`);
  });
  return names;
}

/** A model's name without its provider: "gpt-5.2". Functions have no name that says anything. */
function formatShortName(model: string, panelIndex: number): string {
  const [, functionName] = /^function:(.*)$/s.exec(model) ?? [];
  if (functionName !== undefined)
    return functionName === "" || functionName === "anonymous"
      ? `member ${panelIndex + 1}`
      : functionName;
  return formatModelName(model)
    .replace(/^[a-z][\w-]*:(?=.)/, "")
    .replace(/^.*\/(?=.)/s, "");
}

/** Replaces the names of members in a record, an event or another part of the data, for people to read. */
export function nameMembers<T>(data: T, names: ReadonlyMap<string, string>): T {
  if (names.size === 0) return data;
  const rename = (value: unknown, isSentence: boolean): unknown => {
    if (typeof value === "string")
      return isSentence
        ? value.replaceAll(NAMES_IN_TEXT, (name) => names.get(name) ?? name)
        : (names.get(value) ?? value);
    if (Array.isArray(value)) return value.map((item) => rename(item, isSentence));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, rename(part, SENTENCES.has(key))]),
    );
  };
  return rename(data, false) as T;
}
