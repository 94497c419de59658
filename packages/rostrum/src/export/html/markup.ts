import { visible } from "../visible.ts";

/** Markup that is safe to put into a page. Only `html` and `raw` make it, so text can't pass for it. */
export interface Markup {
  readonly markup: string;
}

type Part = string | number | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A template whose values are data: strings are escaped, and only other markup is taken as it is. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const markup = strings.reduce((text, piece, index) => `${text}${rendered(parts[index - 1] ?? "")}${piece}`);
  return { markup };
}

export function raw(markup: string): Markup {
  return { markup };
}

export const NOTHING: Markup = { markup: "" };

function rendered(part: Part): string {
  if (typeof part === "string") return visible(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("\n");
}
