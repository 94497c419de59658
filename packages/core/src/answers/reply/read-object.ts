import { jsonObjectLines } from "./json-lines.ts";
import { readSections } from "./sections.ts";
import { setThinkingApart } from "./thinking.ts";

/**
 * The one JSON object that a reply consists of: what stands between its marks, or else the only object that
 * fills whole lines. `null` if there is none, or more than one: nothing that a reply quotes can be taken for
 * what it says.
 */
export function readObject(text: string, mark?: string): Record<string, unknown> | null {
  const { said } = setThinkingApart(text.trim());
  const { sections } = readSections(said, mark);
  if (sections.length > 1) return null;
  const objects = jsonObjectLines(sections[0] ?? said);
  return objects.length === 1 ? (objects[0]?.value ?? null) : null;
}
