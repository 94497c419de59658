import { escapeInvisible } from "../../visible.ts";

/**
 * Markup that is safe to insert into a page. Only `markup` and `raw` create it, so text can't be mistaken for
 * markup.
 */
export interface Markup {
  readonly source: string;
}

type Part = string | number | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Template whose values are data: strings are escaped, and only markup is inserted unchanged. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const source = strings.reduce(
    (text, piece, index) => `${text}${renderPart(parts[index - 1] ?? "")}${piece}`,
  );
  return { source };
}

export function raw(source: string): Markup {
  return { source };
}

export const NOTHING: Markup = { source: "" };

function renderPart(part: Part): string {
  if (typeof part === "string")
    return escapeInvisible(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
  if (typeof part === "number") return String(part);
  return "source" in part ? part.source : part.map(({ source }) => source).join("\n");
}
