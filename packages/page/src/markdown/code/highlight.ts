/** A piece of code and its kind. Null if it isn't highlighted. */
export interface CodePiece {
  text: string;
  kind: "comment" | "string" | "number" | "keyword" | "added" | "removed" | null;
}

/** Syntax of comments and strings in a family of languages. Every pattern runs in linear time. */
interface Family {
  languages: string;
  comment: string;
  string: string;
  keywords: ReadonlySet<string>;
  /** Keywords may be in capital letters. */
  anyCase?: boolean;
}

const createWordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const BLOCK_COMMENT = String.raw`\/\*[^]*?(?:\*\/|$)`;

const FAMILIES: readonly Family[] = [
  {
    languages:
      "js jsx mjs cjs ts tsx javascript typescript java kotlin kt swift c h cpp c++ cs csharp go rust rs php scala dart json jsonc json5 css scss proto groovy",
    comment: String.raw`\/\/[^\n]*|${BLOCK_COMMENT}`,
    string: String.raw`${QUOTED}|\x60(?:[^\x60\\]|\\[^])*\x60?`,
    keywords: createWordSet(
      "abstract as async await break case catch class const continue default delete do else enum export extends extern final finally fn for from func function if impl implements import in instanceof interface is let loop match mod mut namespace new null of override package private protected pub public readonly return self static struct super switch this throw throws trait try type typeof undefined use using val var void where while with yield true false nil None Some int long float double bool boolean char string number unsigned",
    ),
  },
  {
    languages:
      "py python rb ruby sh bash zsh shell console yaml yml toml ini dockerfile docker make makefile r perl elixir conf nix",
    comment: String.raw`#[^\n]*`,
    string: String.raw`"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${QUOTED}`,
    keywords: createWordSet(
      "and as assert async await break case class continue def del do done elif else end esac except export fi finally for from function global if import in is lambda local module nonlocal not or pass raise require rescue return self then try unless until when while with yield True False None true false nil null echo exit",
    ),
  },
  {
    languages: "sql postgres postgresql mysql sqlite plsql tsql lua haskell hs elm ada",
    comment: String.raw`--[^\n]*|${BLOCK_COMMENT}`,
    string: String.raw`'(?:[^']|'')*'?|"[^"\n]*"?`,
    keywords: createWordSet(
      "add all alter always analyze and any as asc begin between by case cast check column commit constraint create cross default delete desc distinct drop else end exists explain extract filter first following for foreign from full function generated group having identity if ilike in index inner insert interval into is join key lateral left like limit local not null nulls of offset on or order outer over partition preceding primary range recursive references returning right rollback row rows select set table then to true false trigger union unique update using values view when where window with",
    ),
    anyCase: true,
  },
  {
    languages: "html xml svg vue astro",
    comment: String.raw`<!--[^]*?(?:-->|$)`,
    string: QUOTED,
    keywords: new Set(),
  },
];

const NUMBER = String.raw`\b\d[\w.]*`;
const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;

/** Longer code isn't highlighted. */
const MAX_CODE_CHARS = 30_000;

/** Splits code into pieces. Joined, they are the code. */
export function highlightCode(code: string, language: string): CodePiece[] {
  const [name = ""] = language.toLowerCase().split(/[^\w+#]/, 1);
  if (code.length > MAX_CODE_CHARS) return [{ text: code, kind: null }];
  if (name === "diff" || name === "patch") return highlightDiff(code);
  const family = FAMILIES.find(({ languages }) => languages.split(" ").includes(name));
  if (!family) return [{ text: code, kind: null }];
  const { comment, string, keywords, anyCase = false } = family;
  const token = new RegExp(
    `(?<comment>${comment})|(?<string>${string})|(?<number>${NUMBER})|(?<word>${WORD})`,
    "gu",
  );
  const pieces: CodePiece[] = [];
  let position = 0;
  const push = (text: string, kind: CodePiece["kind"]): void => {
    const last = pieces.at(-1);
    if (last && last.kind === kind) last.text += text;
    else if (text !== "") pieces.push({ text, kind });
  };
  for (const { 0: text, index, groups = {} } of code.matchAll(token)) {
    push(code.slice(position, index), null);
    position = index + text.length;
    const isKeyword = keywords.has(anyCase ? text.toLowerCase() : text);
    if (groups["comment"] !== undefined) push(text, "comment");
    else if (groups["string"] !== undefined) push(text, "string");
    else if (groups["number"] !== undefined) push(text, "number");
    else push(text, isKeyword ? "keyword" : null);
  }
  push(code.slice(position), null);
  return pieces;
}

function highlightDiff(code: string): CodePiece[] {
  return code.split(/(?<=\n)/).map((text) => {
    if (/^(?:@@|diff |index |\+\+\+|---)/.test(text)) return { text, kind: "comment" };
    if (text.startsWith("+")) return { text, kind: "added" };
    return { text, kind: text.startsWith("-") ? "removed" : null };
  });
}
