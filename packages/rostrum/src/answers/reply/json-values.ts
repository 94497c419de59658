import { embeddedObjects, fencedBody, parseRepaired, startsJson } from "./find-json.ts";

/** JSON that may be what a reply means, the most likely first: a reply says last what it means. */
export function jsonValues(text: string): unknown[] {
  const whole = [text.trim(), fencedBody(text) ?? ""].filter(startsJson).map(parseRepaired);
  return [...whole, ...embeddedObjects(text).toReversed()];
}
