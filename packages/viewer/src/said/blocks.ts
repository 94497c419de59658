/** What a text from a model is made of, as far as it is shown: a small, harmless part of Markdown. */
export type Block =
  | { type: "paragraph"; text: string }
  | { type: "heading"; level: number; text: string }
  | { type: "code"; language: string; text: string }
  | { type: "quote"; blocks: Block[] }
  | { type: "list"; ordered: boolean; start: number; items: Block[][] }
  | { type: "table"; columns: Alignment[]; rows: string[][] }
  | { type: "rule" };

/** How a column of a table is aligned; `null`: the text doesn't say. */
export type Alignment = "left" | "center" | "right" | null;

const DEEPEST = 4;
/** Formulas are not typeset; they are shown as they were written. */
const FORMULA: Record<string, RegExp> = { "\\[": /^\s*\\\]\s*$/, $$: /^\s*\$\$\s*$/ };
/** Only the name of a language may follow. Other words on that line are part of the text. */
export const FENCE: RegExp = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,12})(?:[-*+•]|(\d{1,9})[.)])\s+/;
export const TABLE_LINE: RegExp = /^\s*\|.*\|\s*$/;
export const TABLE_RULE: RegExp = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Splits a text into blocks. Anything unknown stays text. Never throws. */
export function blocksOf(text: string, depth = 0): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let at = 0;

  function taken(matches: (line: string, index: number) => boolean): string[] {
    const from = at;
    while (at < lines.length && matches(lines[at] ?? "", at - from)) at += 1;
    return lines.slice(from, at);
  }

  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, fence, language = ""] = FENCE.exec(line) ?? [];
    const [, marks = "", heading] = HEADING.exec(line) ?? [];
    const formula = FORMULA[line.trim()];
    if (line.trim() === "") at += 1;
    else if (fence !== undefined) {
      at += 1;
      const code = taken((each) => !closesFence(each.trim(), fence));
      at += 1;
      blocks.push({ type: "code", language, text: code.join("\n") });
    } else if (formula !== undefined) {
      at += 1;
      const signs = taken((each) => !formula.test(each));
      at += 1;
      blocks.push({ type: "code", language: "formula", text: signs.join("\n") });
    } else if (heading !== undefined) {
      at += 1;
      blocks.push({ type: "heading", level: marks.length, text: heading });
    } else if (RULE.test(line)) {
      at += 1;
      blocks.push({ type: "rule" });
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const inner = taken((each) => QUOTE.test(each)).map((each) => each.replace(QUOTE, ""));
      blocks.push({ type: "quote", blocks: blocksOf(inner.join("\n"), depth + 1) });
    } else if (TABLE_LINE.test(line) && TABLE_RULE.test(lines[at + 1] ?? "")) {
      const columns = cellsOf(lines[at + 1] ?? "").map(alignmentOf);
      const rows = taken((each) => TABLE_LINE.test(each)).filter((each) => !TABLE_RULE.test(each));
      blocks.push({ type: "table", columns, rows: rows.map(cellsOf) });
    } else if (ITEM.test(line) && depth < DEEPEST) {
      blocks.push(listOf(taken(belongsToList(line)), depth));
    } else {
      const words = taken((each, index) => index === 0 || !startsBlock(each));
      blocks.push({ type: "paragraph", text: words.join("\n") });
    }
  }
  return blocks;
}

function startsBlock(line: string): boolean {
  const starts = [FENCE, HEADING, QUOTE, ITEM, TABLE_LINE];
  return line.trim() === "" || starts.some((start) => start.test(line));
}

/** A list goes on with items of its kind and with lines that are indented below them. */
function belongsToList(first: string): (line: string) => boolean {
  const marker = (line: string): boolean | null => {
    const item = ITEM.exec(line);
    return item && item[2] !== undefined;
  };
  const ordered = marker(first);
  return (line) => /^\s+\S/.test(line) || marker(line) === ordered;
}

function listOf(lines: string[], depth: number): Block {
  const [, indent = "", number] = ITEM.exec(lines[0] ?? "") ?? [];
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && (item[1] ?? "").length <= indent.length) items.push([line.replace(ITEM, "")]);
    else items.at(-1)?.push(line.replace(/^ {1,4}/, ""));
  }
  return {
    type: "list",
    ordered: number !== undefined,
    start: Number(number ?? 1),
    items: items.map((item) => blocksOf(item.join("\n"), depth + 1)),
  };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** The dashes below a column's head have a colon on the side where its text is. */
function alignmentOf(dashes: string): Alignment {
  const [left, right] = [dashes.startsWith(":"), dashes.endsWith(":")];
  if (left && right) return "center";
  return right ? "right" : left ? "left" : null;
}

/** A fence is closed by at least as many of its marks, and nothing else on the line. */
export function closesFence(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
}
