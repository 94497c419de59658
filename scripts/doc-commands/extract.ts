/** One command of a page that a reader would copy. */
export interface DocCommand {
  page: string;
  line: number;
  /** As it is written, without the comment behind it. */
  text: string;
  /** Lines of output that the page shows below it. Empty: the page shows none. */
  expected: string[];
  /** Output that the page shows as a comment below the command, such as JSON, with line breaks of the page. */
  expectedComment?: string;
}

interface Fence {
  language: string;
  line: number;
  lines: string[];
  /** The text block that follows with nothing but white space in between. */
  follows: boolean;
}

/** The commands of all `sh` blocks, and of `text` blocks whose lines begin with `$ `. */
export function extractCommands(page: string, markdown: string): DocCommand[] {
  const fences = readFences(markdown);
  return fences.flatMap((fence, index) => {
    if (fence.language === "sh") {
      const commands = splitShell(page, fence);
      const next = fences[index + 1];
      const last = commands.at(-1);
      if (last && commands.length === 1 && next?.follows && isOutput(next)) {
        last.expected = next.lines.filter((line) => line.trim() !== "");
      }
      return commands;
    }
    return fence.lines.some((line) => line.startsWith("$ ")) ? splitSession(page, fence) : [];
  });
}

const isOutput = ({ language, lines }: Fence): boolean =>
  (language === "text" || language === "") && !lines.some((line) => line.startsWith("$ "));

function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | null = null;
  let onlySpace = false;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open !== null) {
      if (line === "```") {
        fences.push(open);
        open = null;
        onlySpace = true;
      } else open.lines.push(line);
    } else if (line.startsWith("```")) {
      open = { language: line.slice(3).trim(), line: index + 2, lines: [], follows: onlySpace };
    } else if (line.trim() !== "") onlySpace = false;
  }
  return fences;
}

/** Joins lines that belong to one command, and drops comments. */
function splitShell(page: string, { line: first, lines }: Fence): DocCommand[] {
  const commands: DocCommand[] = [];
  let text = "";
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (text === "") {
      const previous = commands.at(-1);
      if (previous && line.startsWith("# ") && lines[index - 1] !== "") {
        previous.expectedComment = `${previous.expectedComment ?? ""}${line.slice(2)}`;
      }
      if (line.trim() === "" || line.startsWith("#")) continue;
      start = index;
    }
    text += text === "" ? line : `\n${line}`;
    if (isOpen(text)) continue;
    commands.push({ page, line: first + start, text: withoutComment(text), expected: [] });
    text = "";
  }
  if (text !== "") throw new Error(`${page}:${first + start}: the command never ends: ${text}`);
  return commands;
}

function splitSession(page: string, { line: first, lines }: Fence): DocCommand[] {
  const commands: DocCommand[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("$ ")) {
      commands.push({
        page,
        line: first + index,
        text: withoutComment(line.slice(2)),
        expected: [],
      });
    } else if (line.trim() !== "") commands.at(-1)?.expected.push(line);
  }
  return commands;
}

/** True while a quotation or a loop is open or the line goes on. */
function isOpen(text: string): boolean {
  if (text.endsWith("\\")) return true;
  if (/^(?:while|for) /.test(text) && !/(?:\n|; )done$/.test(text)) return true;
  const quoteOpen = scan(text).quote;
  return quoteOpen !== null;
}

/** A comment begins with `#` behind white space, outside quotation marks. */
function withoutComment(text: string): string {
  const { comment } = scan(text);
  return (comment === null ? text : text.slice(0, comment)).trim();
}

function scan(text: string): { quote: string | null; comment: number | null } {
  let quote: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? "";
    if (quote !== null) {
      if (sign === quote) quote = null;
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === "#" && /\s/.test(text[index - 1] ?? "")) return { quote, comment: index };
  }
  return { quote, comment: null };
}

/**
 * The first expected line that the output doesn't have after those before it; null when it has all. "…" stands for
 * any text.
 */
export function firstMissingLine(expected: readonly string[], output: string): string | null {
  const lines = output.split("\n").map((line) => line.trimEnd());
  let from = 0;
  for (const line of expected) {
    const pattern = new RegExp(
      `^${line
        .trimEnd()
        .split("…")
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join(".*")}$`,
    );
    const at = lines.findIndex((each, index) => index >= from && pattern.test(each));
    if (at < 0) return line;
    from = at + 1;
  }
  return null;
}

/** True if the output contains the text of a comment, ignoring white space. "…" stands for any text. */
export function printsComment(comment: string, output: string): boolean {
  const pattern = comment
    .replaceAll(/\s/g, "")
    .split("…")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(".*");
  return new RegExp(pattern).test(output.replaceAll(/\s/g, ""));
}
