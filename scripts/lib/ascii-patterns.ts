import { parseAst } from "rolldown/parseAst";

const BEYOND_ASCII = /[^\0-\x7f]/g;

/**
 * Escapes non-ASCII characters in regular expressions. Some bundlers escape strings and leave patterns unchanged: on a
 * page that doesn't declare its encoding, a range in a pattern could then make the whole script invalid.
 */
export function asciiPatterns(code: string, lang: "js" | "ts" = "js"): string {
  const patterns: [number, number][] = [];
  visit(parseAst(code, { lang }), ({ type, regex, start, end }) => {
    if (type === "Literal" && regex !== undefined) patterns.push([start as number, end as number]);
  });
  return patterns
    .sort(([a], [b]) => b - a)
    .reduce(
      (text, [start, end]) =>
        text.slice(0, start) + escaped(text.slice(start, end)) + text.slice(end),
      code,
    );
}

function escaped(pattern: string): string {
  if (/\\[^\0-\x7f]/.test(pattern)) throw new Error(`a needless backslash in ${pattern}`);
  return pattern.replace(
    BEYOND_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function visit(node: unknown, onNode: (node: Record<string, unknown>) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const child of node) visit(child, onNode);
    return;
  }
  const record = node as Record<string, unknown>;
  onNode(record);
  for (const value of Object.values(record)) visit(value, onNode);
}
