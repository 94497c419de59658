import { embeddedObjects } from "./find-json.ts";

/** The last JSON object in a reply, for readers that want more than the answer; `null` without one. */
export function parseReply(text: string): Record<string, unknown> | null {
  const last = embeddedObjects(text).at(-1);
  return typeof last === "object" && last !== null && !Array.isArray(last)
    ? (last as Record<string, unknown>)
    : null;
}
