/** Elements whose content is not text of the page. */
const UNSEEN = /<(script|style|noscript|template|svg|head)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const BREAK =
  /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|table|section|article|header|footer|pre|blockquote)\b[^>]*>/gi;
const TAG = /<\/?[a-z!][^>]*>/gi;
const ENTITY = /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<name>[a-z]{2,8}));/gi;
const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

/** The text of an HTML page, as far as people see it. */
export function readHtmlText(html: string): string {
  return html
    .replace(COMMENT, "")
    .replace(UNSEEN, "")
    .replace(BREAK, "\n")
    .replace(TAG, "")
    .replace(ENTITY, decodeEntity)
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decodeEntity(whole: string, ...groups: unknown[]): string {
  const { decimal, hex, name } = groups.at(-1) as Record<string, string | undefined>;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
