/** Elements whose content is not text of the page. */
const UNSEEN: ReadonlySet<string> = new Set("script style noscript template svg head".split(" "));
/** Elements that begin a new line. */
const BLOCKS: ReadonlySet<string> = new Set(
  "p div br li ul ol h1 h2 h3 h4 h5 h6 tr table section article header footer pre blockquote".split(
    " ",
  ),
);
const TAG = /<\/?([a-z][^\s/>]*)/iy;
/** Matches the end of a tag, or the start of a quoted value in it. */
const TAG_PART = />|=\s*["']/g;
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

/** The text of an HTML page, as far as people see it. Every character is passed once, whatever the page has. */
export function readHtmlText(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    pieces.push(html.slice(at, open));
    at = open;
    const isComment = html.startsWith("<!--", open);
    TAG.lastIndex = open;
    const name = TAG.exec(html)?.[1]?.toLowerCase();
    if (!isComment && name === undefined && html[open + 1] !== "!") {
      pieces.push("<");
      at = open + 1;
      continue;
    }
    const end = isComment ? findEnd(html, "-->", open) : findTagEnd(html, open);
    // Drop the rest after an unclosed tag.
    if (end === null) return tidy(pieces);
    at = end;
    if (name === undefined) continue;
    if (BLOCKS.has(name)) pieces.push("\n");
    // `<svg … />` has no content, and what follows it is seen.
    if (!UNSEEN.has(name) || html[open + 1] === "/" || html[end - 2] === "/") continue;
    const closingTag = new RegExp(`</${name}(?=[\\s/>])`, "gi");
    closingTag.lastIndex = at;
    const closed = closingTag.exec(html);
    if (closed === null) return tidy(pieces);
    at = closed.index;
  }
  return tidy([...pieces, html.slice(at)]);
}

/** Returns the index behind a text; `null` if the page doesn't have it from here on. */
function findEnd(html: string, text: string, from: number): number | null {
  const at = html.indexOf(text, from);
  return at < 0 ? null : at + text.length;
}

/** A `>` in a quoted value doesn't end its tag. */
function findTagEnd(html: string, from: number): number | null {
  TAG_PART.lastIndex = from;
  for (let part = TAG_PART.exec(html); part !== null; part = TAG_PART.exec(html)) {
    const last = part[0].at(-1) ?? "";
    if (last === ">") return TAG_PART.lastIndex;
    const valueEnd = findEnd(html, last, TAG_PART.lastIndex);
    if (valueEnd === null) return null;
    TAG_PART.lastIndex = valueEnd;
  }
  return null;
}

function tidy(pieces: readonly string[]): string {
  const lines = pieces
    .join("")
    .replace(ENTITY, decodeEntity)
    .split("\n")
    .map((line) => line.split(/\s+/).filter(Boolean).join(" "));
  // Collapse empty lines.
  return lines
    .filter((line, index) => line !== "" || lines[index - 1] !== "")
    .join("\n")
    .trim();
}

function decodeEntity(entity: string, ...groups: unknown[]): string {
  const { decimal, hex, name } = groups.at(-1) as Record<string, string | undefined>;
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
