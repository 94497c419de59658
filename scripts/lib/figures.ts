/*
 * Figures in pages come from saved outputs of commands, docs/evidence/<name>.txt:
 *
 *   <!-- from: name -->           lines of the output, such as a table, in its order
 *   | … |
 *   <!-- end -->
 *
 *   27,700<!-- name: GSM8K, -->        the first number after these words, which stand in one line
 *   2.2<!-- name: GSM8K / calls -->    the first number in this column of the row with these words
 *   9.6<!-- name: GSM8K / calls #3 --> the third number there
 *   97 %<!-- given -->                 a figure that nobody measured, such as a setting
 *
 * A figure may be rounded, and its sign may be put into words. Space around the bars of a table doesn't count.
 */
export interface Figures {
  /** Returns the saved output with this name, or `null`. */
  saved(name: string): string | null;
}

/** True for paragraphs in which every figure with a decimal must name its source. */
export type Strict = (paragraph: string) => boolean;

const BLOCK = /^<!-- from: (?<name>[\w-]+) -->\n(?<body>[\s\S]*?)^<!-- end -->$/gm;
const MARK =
  /(?<figure>[+−-]?\d[\d,]*(?:\.\d+)?)(?: %)?<!-- (?<name>[\w-]+): (?<words>.+?)(?: \/ (?<column>.+?))?(?: #(?<nth>\d+))? -->/g;
const UNMEASURED = /\d[\d,]*(?:\.\d+)?(?: %)?<!-- given -->/g;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
/** A number with a decimal or a percent sign; not the version in a name. */
const FIGURE = /(?<![\w.-])\d+(?:\.\d+| %)/;

/** Lists the problems of a page's figures. */
export function figureProblems(text: string, { saved }: Figures, strict: Strict): string[] {
  const problems: string[] = [];
  const report = (index: number, name: string, words: string): void => {
    problems.push(`${text.slice(0, index).split("\n").length}: docs/evidence/${name}.txt ${words}`);
  };
  for (const { groups, index } of text.matchAll(BLOCK)) {
    const { name = "", body = "" } = groups ?? {};
    const output = saved(name);
    const wrong = output === null ? null : findMissingLine(splitLines(output), splitLines(body));
    if (output === null) report(index, name, "is missing");
    else if (wrong !== null) report(index, name, `doesn't have this line here: ${wrong}`);
  }
  for (const { groups, index } of text.matchAll(MARK)) {
    const { figure = "", name = "" } = groups ?? {};
    const output = saved(name);
    const lookup = output === null ? "is missing" : findNumber(splitLines(output), groups ?? {});
    if (typeof lookup === "string") report(index, name, lookup);
    else if (!roundsTo(lookup.number, figure)) {
      report(index, name, `says ${lookup.number} where the page says ${figure}`);
    }
  }
  return [...problems, ...listUnmarked(text, strict)];
}

interface Reference {
  words?: string;
  column?: string;
  nth?: string;
}

/** Returns the number that a mark refers to, or the problem of the mark. */
function findNumber(lines: readonly string[], reference: Reference): { number: string } | string {
  const { column, nth = "1" } = reference;
  const words = tighten(reference.words ?? "");
  const rows = lines.flatMap((line, at) =>
    line.includes(words) && (column === undefined || findColumn(lines, at, column) >= 0)
      ? [at]
      : [],
  );
  const [at, another] = rows;
  if (at === undefined) return `has no line with "${words}"${column ? ` and "${column}"` : ""}`;
  if (another !== undefined) return `has more than one line with "${words}"`;
  const line = lines[at] ?? "";
  const place =
    column === undefined
      ? line.slice(line.indexOf(words) + words.length)
      : (line.split("|")[findColumn(lines, at, column)] ?? "");
  const number = [...place.matchAll(NUMBER)][Number(nth) - 1]?.[0];
  return number === undefined ? `has no number ${nth} after "${words}"` : { number };
}

/** Index of the cell under this heading in the table of a line; -1 when there is none. */
function findColumn(lines: readonly string[], at: number, column: string): number {
  if (!lines[at]?.startsWith("|")) return -1;
  const rule = lines.slice(0, at).findLastIndex((line) => line.startsWith("|---"));
  return (lines[rule - 1] ?? "").split("|").findIndex((cell) => cell.trim() === column);
}

function roundsTo(number: string, figure: string): boolean {
  const plain = figure.replaceAll(/[+−,-]/g, "");
  const decimals = plain.split(".")[1]?.length ?? 0;
  return Number(number.replaceAll(",", "")).toFixed(decimals) === plain;
}

/** Lists figures and tables without a source. */
function listUnmarked(text: string, strict: Strict): string[] {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, "");
  const rest = text
    .replaceAll(BLOCK, blank)
    .replaceAll(MARK, "")
    .replaceAll(UNMEASURED, "")
    .replaceAll(/^```[\s\S]*?^```$/gm, blank)
    .replaceAll(/`[^`]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, (target) => target.replaceAll(/\d/g, ""));
  const problems: string[] = [];
  let line = 1;
  for (const paragraph of rest.split(/(?<=\n)(?=\n)/)) {
    const checkedLines = strict(paragraph) ? paragraph.split("\n") : [];
    for (const [offset, each] of checkedLines.entries()) {
      const figure = each.startsWith("|") ? each : FIGURE.exec(each)?.[0];
      if (figure !== undefined) {
        problems.push(`${line + offset}: "${figure}" doesn't say which saved output it is from`);
      }
    }
    line += paragraph.split("\n").length - 1;
  }
  return problems;
}

/** Removes padding around the bars of a table, which may differ between page and output. */
const tighten = (line: string): string => line.replaceAll(/ ?\| ?/g, "|");

function splitLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => tighten(line.trim().replaceAll(/\s+/g, " ")))
    .filter((line) => line !== "" && line !== "```");
}

/** Returns the first line that the output lacks after the previous ones. */
function findMissingLine(output: readonly string[], lines: readonly string[]): string | null {
  let at = 0;
  for (const line of lines) {
    const lineIndex = output.indexOf(line, at);
    if (lineIndex < 0) return line;
    at = lineIndex + 1;
  }
  return null;
}
