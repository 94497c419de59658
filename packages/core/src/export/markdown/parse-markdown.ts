import {
  getDefaults,
  Lexer,
  type MarkedOptions,
  type MarkedToken,
  type Token,
  Tokenizer,
  type TokenizerExtension,
  type Tokens,
  type TokenizerStartFunction,
} from "marked";

/** Block of a model's Markdown, as far as the page renders it. Everything else remains text. */
export type Block =
  | { type: "paragraph"; spans: Span[] }
  | { type: "heading"; level: number; spans: Span[] }
  | { type: "code"; language: string; text: string }
  | { type: "formula"; text: string }
  | { type: "quote"; blocks: Block[] }
  | { type: "list"; ordered: boolean; start: number; items: Block[][] }
  | { type: "table"; columns: Tokens.Table["align"]; head: Span[][]; rows: Span[][][] }
  | { type: "rule" };

/** Inline part of a block. */
export type Span =
  | { type: "text"; text: string }
  | { type: "code" | "formula"; text: string }
  | { type: "strong" | "em" | "del"; spans: Span[] }
  | { type: "link"; text: string; href: string };

/** Longer texts are not parsed, because the parser takes more than linear time on some texts. */
const MAX_TEXT_CHARS = 50_000;
/** Longer paragraphs and lines are not parsed either. */
const MAX_PARAGRAPH_CHARS = 4000;

/** Nesting of quotes and lists that no person would write. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){8}/;

interface FormulaToken {
  type: "formula" | "formulaBlock";
  raw: string;
  text: string;
}

/**
 * Formula between single dollar signs. They are also currency signs, so a formula must be a single letter, or
 * contain a TeX sign or an equals sign, and must not have spaces inside the dollar signs or a digit after
 * them: "$5 to $10".
 */
const INLINE_DOLLARS =
  /^\$(?=[^$\n]*[\\^_{=]|[A-Za-z]\$)(?!\s)([^$\n]{1,400})(?<!\s)\$(?![\d\p{L}])/u;

const EXTENSIONS: TokenizerExtension[] = [
  {
    name: "longParagraph",
    level: "inline",
    tokenizer: (src) =>
      src.length > MAX_PARAGRAPH_CHARS ? { type: "text", raw: src, text: src } : undefined,
  },
  {
    name: "formulaBlock",
    level: "block",
    start: (src) => /\n {0,3}(?:\\\[|\$\$)[ \t]*\n/.exec(src.slice(0, MAX_PARAGRAPH_CHARS))?.index,
    tokenizer: (src) =>
      readFormula(
        "formulaBlock",
        /^ {0,3}\\\[[ \t]*((?:\n(?![ \t]*\\\][ \t]*(?:\n|$)).*)*)(?:\n[ \t]*\\\][ \t]*)?(?:\n|$)/.exec(
          src,
        ) ??
          /^ {0,3}\$\$[ \t]*((?:\n(?![ \t]*\$\$[ \t]*(?:\n|$)).*)*)(?:\n[ \t]*\$\$[ \t]*)?(?:\n|$)/.exec(
            src,
          ),
      ),
  },
  {
    name: "formula",
    level: "inline",
    start: (src) => src.indexOf("$"),
    tokenizer: (src) =>
      readFormula(
        "formula",
        /^\\\((.{1,400}?)\\\)/.exec(src) ??
          /^\\\[(.{1,400}?)\\\]/.exec(src) ??
          /^\$\$([^$\n]{1,400})\$\$/.exec(src) ??
          INLINE_DOLLARS.exec(src),
      ),
  },
];

function readFormula(
  type: FormulaToken["type"],
  match: RegExpExecArray | null,
): FormulaToken | undefined {
  return match ? { type, raw: match[0], text: match[1]?.trim() ?? "" } : undefined;
}

/** Emphasis whose closing star is followed by a letter, a digit or an opening bracket. */
const ENDS_IN_WORD = /^(\*+)(?!\*)[^*\n]*[^\s*]\1(?=[\p{L}\p{N}([{])/u;

/** Tokenizer for Markdown as models write it. `undefined` means no match. */
class ModelTokenizer extends Tokenizer {
  override blockquote(src: string): Tokens.Blockquote | undefined {
    return TOO_DEEP.test(src) ? undefined : super.blockquote(src);
  }
  override list(src: string): Tokens.List | undefined {
    return TOO_DEEP.test(src) ? undefined : super.list(src);
  }
  override table(src: string): Tokens.Table | undefined {
    return startsTable(src) ? super.table(src) : undefined;
  }
  // Between letters, digits and brackets, stars mean multiplication: "97*74*78" must keep them.
  override emStrong(
    src: string,
    masked: string,
    before = "",
  ): Tokens.Em | Tokens.Strong | undefined {
    const multiplies =
      src.startsWith("*") && (/[\p{L}\p{N})\]}]$/u.test(before) || ENDS_IN_WORD.test(src));
    return multiplies ? undefined : super.emStrong(src, masked, before);
  }
  // A single tilde means "about", as in "~5".
  override del(src: string, masked: string, before?: string): Tokens.Del | undefined {
    return src.startsWith("~~") ? super.del(src, masked, before) : undefined;
  }
  // Models use dashes as a rule, not to underline a heading.
  override lheading(): undefined {
    return undefined;
  }
  // HTML and link definitions would disappear from the text.
  override html(): undefined {
    return undefined;
  }
  override tag(): undefined {
    return undefined;
  }
  override def(): undefined {
    return undefined;
  }
}

const OPTIONS: MarkedOptions = {
  ...getDefaults(),
  tokenizer: new ModelTokenizer(),
  extensions: sortExtensions(EXTENSIONS),
};

/** Converts extensions to the lexer's format. */
function sortExtensions(
  extensions: readonly TokenizerExtension[],
): NonNullable<MarkedOptions["extensions"]> {
  const filterByLevel = (level: "block" | "inline"): TokenizerExtension[] =>
    extensions.filter((extension) => extension.level === level);
  const starts = (level: "block" | "inline"): TokenizerStartFunction[] =>
    filterByLevel(level).flatMap(({ start }) => start ?? []);
  return {
    renderers: {},
    childTokens: {},
    block: filterByLevel("block").map(({ tokenizer }) => tokenizer),
    inline: filterByLevel("inline").map(({ tokenizer }) => tokenizer),
    startBlock: starts("block"),
    startInline: starts("inline"),
  };
}

/**
 * True if a header row and its delimiter row have the same number of cells. Avoids a long search by the
 * parser.
 */
function startsTable(src: string): boolean {
  const [head = "", rule = ""] = src.slice(0, MAX_PARAGRAPH_CHARS).split("\n", 2);
  const countCells = (line: string): number =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|").length;
  return /[^|\s]/.test(head) && rule.includes("-") && countCells(rule) === countCells(head);
}

/** Parses a text into blocks. */
export function parseBlocks(text: string): Block[] {
  const tokens = parse(text, (src) => new Lexer(OPTIONS).lex(src));
  return tokens?.flatMap(readBlock) ?? [{ type: "paragraph", spans: [{ type: "text", text }] }];
}

/** Parses one line into spans. */
export function parseSpans(text: string): Span[] {
  const tokens = parse(text, (src) => new Lexer(OPTIONS).inlineTokens(src));
  return tokens ? readSpans(tokens) : [{ type: "text", text }];
}

/** `null` if the text is too long, or nested too deeply for the stack. */
function parse(text: string, read: (text: string) => Token[]): Token[] | null {
  if (text.length > MAX_TEXT_CHARS) return null;
  try {
    return read(text);
  } catch {
    return null;
  }
}

function readBlock(token: Token): Block[] {
  const block = token as MarkedToken | FormulaToken;
  switch (block.type) {
    case "space":
      return [];
    case "heading":
      return [{ type: "heading", level: block.depth, spans: readSpans(block.tokens) }];
    case "code":
      return [{ type: "code", language: block.lang ?? "", text: block.text }];
    case "formulaBlock":
      return [{ type: "formula", text: block.text }];
    case "blockquote":
      return [{ type: "quote", blocks: block.tokens.flatMap(readBlock) }];
    case "list":
      return [
        {
          type: "list",
          ordered: block.ordered,
          start: block.start === "" ? 1 : block.start,
          items: block.items.map(({ tokens }) => joinCheckbox(tokens).flatMap(readBlock)),
        },
      ];
    case "table": {
      const readRow = (cells: readonly Tokens.TableCell[]): Span[][] =>
        cells.map(({ tokens }) => readSpans(tokens));
      const rows = block.rows.map(readRow);
      return [{ type: "table", columns: block.align, head: readRow(block.header), rows }];
    }
    case "hr":
      return [{ type: "rule" }];
    case "paragraph":
    case "text":
      return [{ type: "paragraph", spans: readSpans(block.tokens ?? [block]) }];
    default:
      return [{ type: "paragraph", spans: readSpans([block]) }];
  }
}

/** Moves the checkbox of a task before its text. */
function joinCheckbox(tokens: Token[]): Token[] {
  const [box, text, ...rest] = tokens as MarkedToken[];
  if (box?.type !== "checkbox" || text?.type !== "text") return tokens;
  return [{ ...text, tokens: [box, ...(text.tokens ?? [])] }, ...rest];
}

/** Joins adjacent texts, so that a quote across them is found. */
function readSpans(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  for (const span of tokens.map(readSpan)) {
    const last = spans.at(-1);
    if (span.type === "text" && last?.type === "text") last.text += span.text;
    else spans.push(span);
  }
  return spans;
}

function readSpan(token: Token): Span {
  const span = token as MarkedToken | FormulaToken;
  switch (span.type) {
    case "text":
    case "escape":
      return { type: "text", text: span.text };
    case "codespan":
      return { type: "code", text: span.text };
    case "formula":
      return { type: "formula", text: span.text };
    case "strong":
    case "em":
    case "del":
      return { type: span.type, spans: readSpans(span.tokens) };
    case "br":
      return { type: "text", text: "\n" };
    case "checkbox":
      return { type: "text", text: span.checked ? "☑ " : "☐ " };
    case "link": {
      const href = findSafeHref(span.href);
      return href === null
        ? { type: "text", text: span.raw }
        : { type: "link", text: joinText(readSpans(span.tokens)), href };
    }
    // Images are shown as text, because a model could make the browser load any address.
    default:
      return { type: "text", text: span.raw };
  }
}

/** Text of spans, without formatting. */
export function joinText(spans: readonly Span[]): string {
  return spans.map((span) => ("spans" in span ? joinText(span.spans) : span.text)).join("");
}

/** Safe link target. `null` for anything but plain web addresses. */
export function findSafeHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href, username } = new URL(address);
  const isWebAddress = protocol === "https:" || protocol === "http:";
  return isWebAddress && username === "" ? href : null;
}
