/** Words within a block. */
export type Span =
  | { type: "text"; text: string }
  | { type: "code"; text: string }
  | { type: "strong" | "emphasis" | "gone"; spans: Span[] }
  | { type: "link"; text: string; href: string };

const DEEPEST = 4;

/** Lengths are bounded, so that no text makes the search slow. */
const MARKS =
  /(?<code>`[^`\n]{1,400}`)|(?<formula>\\\([^\n]{1,400}?\\\)|\\\[[^\n]{1,400}?\\\]|\$\$[^$\n]{1,400}\$\$)|(?<strong>\*\*(?=\S)[^*\n]{1,600}(?<=\S)\*\*|(?<!\w)__(?=\S)[^_\n]{1,600}(?<=\S)__(?!\w))|(?<emphasis>(?<![\w*])\*(?=[^\s*])[^*\n]{1,400}(?<=[^\s*])\*(?![\w*])|(?<![\w_])_(?=[^\s_])[^_\n]{1,400}(?<=[^\s_])_(?![\w_]))|(?<gone>~~(?=\S)[^~\n]{1,400}~~)|(?<image>!\[[^\]\n]{0,200}\]\([^)\s]{1,2000}\))|(?<link>\[[^\]\n]{1,300}\]\([^)\s]{1,2000}\))|(?<bare>https?:\/\/[^\s<>"'`)\]]{1,2000})/g;

export function spansOf(text: string, depth = 0): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of depth < DEEPEST ? text.matchAll(MARKS) : []) {
    const [whole] = match;
    if (match.index > at) spans.push({ type: "text", text: text.slice(at, match.index) });
    at = match.index + whole.length;
    spans.push(spanOf(whole, match.groups ?? {}, depth));
  }
  if (at < text.length) spans.push({ type: "text", text: text.slice(at) });
  return spans;
}

function spanOf(whole: string, groups: Record<string, string | undefined>, depth: number): Span {
  const inner = (cut: number): Span[] => spansOf(whole.slice(cut, -cut), depth + 1);
  if (groups["code"]) return { type: "code", text: whole.slice(1, -1) };
  if (groups["formula"]) return { type: "code", text: whole.slice(2, -2).trim() };
  if (groups["strong"]) return { type: "strong", spans: inner(2) };
  if (groups["emphasis"]) return { type: "emphasis", spans: inner(1) };
  if (groups["gone"]) return { type: "gone", spans: inner(2) };
  // A picture would be loaded from any address that the model likes, so only its text is shown.
  if (groups["image"]) return { type: "text", text: whole };
  const [, label = whole, address = whole] = /^\[(.*)\]\((.*)\)$/.exec(whole) ?? [];
  const href = harmless(address);
  return href === null ? { type: "text", text: whole } : { type: "link", text: label, href };
}

/** An address that a click may lead to; `null` for anything that could run or read something here. */
export function harmless(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href, username } = new URL(address);
  const web = protocol === "https:" || protocol === "http:";
  return web && username === "" ? href : null;
}
