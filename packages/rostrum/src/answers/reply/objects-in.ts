import { embeddedSpans } from "./find-json.ts";

/** The JSON objects of a reply, and the words around them. */
export function objectsIn(text: string): { objects: unknown[]; rest: string } {
  const spans = embeddedSpans(text);
  let rest = "";
  let at = 0;
  for (const { from, to } of spans) {
    rest += `${text.slice(at, from)}\n`;
    at = to;
  }
  return { objects: spans.map(({ value }) => value), rest: rest + text.slice(at) };
}
