import { jsonObjectLines } from "./json-lines.ts";
import { readSections } from "./sections.ts";
import { splitThinking } from "./thinking.ts";

/**
 * The only JSON object of a reply: between its marks, or else the only object that fills whole lines. `null`
 * if there is none or more than one, so that a quoted object is never mistaken for the reply.
 */
export function readObject(text: string, mark?: string): Record<string, unknown> | null {
  const { visibleText } = splitThinking(text.trim());
  const { sections, outside } = readSections(visibleText, mark);
  if (sections.length > 1) return null;
  const objects = jsonObjectLines(sections[0] ?? outside, 2);
  return objects.length === 1 ? (objects[0]?.value ?? null) : null;
}
