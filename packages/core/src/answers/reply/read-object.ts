import { jsonObjectLines } from "./json-lines.ts";
import { repeatsKey } from "./repeated-keys.ts";
import { readSections } from "./sections.ts";
import { splitThinking } from "./thinking.ts";

/**
 * The only JSON object of a reply: between its marks, or else the only object that fills whole lines. `null`
 * if there is none or more than one, so that a quoted object is never mistaken for the reply, and if it gives a key twice
 * with different values.
 */
export function readObject(text: string, mark?: string): Record<string, unknown> | null {
  const { visibleText } = splitThinking(text.trim());
  const { sections, outside } = readSections(visibleText, mark);
  if (sections.length > 1) return null;
  const content = sections[0] ?? outside;
  const [object, ...others] = jsonObjectLines(content, 2);
  if (object === undefined || others.length > 0) return null;
  return repeatsKey(content.slice(object.from, object.to)) ? null : object.value;
}
