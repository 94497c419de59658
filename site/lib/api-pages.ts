/* The API reference: one page per entry, from the declarations and their comments. */
import { join } from "node:path";
import ts from "typescript";
import { listMentions, type ApiEntry } from "../../scripts/lib/declared-api.ts";
import { packageApi } from "../../scripts/lib/package-api.ts";
import { ROOT } from "../../scripts/lib/root.ts";

const DECLARATIONS = join(ROOT, ".cache/site-api");

/** In this order on a page. */
const KINDS = ["Functions and values", "Classes", "Types"] as const;

export interface ApiPage {
  /** As users import it: `rostrum/eval`. */
  entry: string;
  /** The page's path without its extension: `api/rostrum-eval`. */
  path: string;
  markdown: string;
  names: number;
}

const pathOf = (entry: string): string => `api/${entry.replace("/", "-")}`;

export async function apiPages(): Promise<ApiPage[]> {
  const { apis, checker } = await packageApi(DECLARATIONS);
  /** Where each symbol is documented: on the page of the first entry that exports it. */
  const homes = new Map<ts.Symbol, { entry: string; name: string }>();
  for (const [entry, api] of apis) {
    for (const [name, { symbol }] of api) {
      if (!homes.has(symbol)) homes.set(symbol, { entry, name });
    }
  }

  function linkFrom(entry: string, symbol: ts.Symbol): string | null {
    const home = homes.get(symbol);
    if (!home) return null;
    const page = home.entry === entry ? "" : `/${pathOf(home.entry)}`;
    return `[\`${home.name}\`](${page}#${home.name})`;
  }

  function section(entry: string, name: string, declared: ApiEntry): string {
    const home = homes.get(declared.symbol);
    if (home && home.entry !== entry) {
      return `### \`${name}\` {#${name}}\n\nSee ${linkFrom(entry, declared.symbol)} of \`${home.entry}\`.`;
    }
    const uses = declared.declarations
      .flatMap((node) => listMentions(node, checker, DECLARATIONS))
      .filter((symbol) => symbol !== declared.symbol)
      .map((symbol) => linkFrom(entry, symbol))
      .filter((link) => link !== null);
    const parts = [
      `### \`${name}\` {#${name}}`,
      commentOf(declared.symbol, checker),
      `\`\`\`ts\n${declared.declarations.map(textOf).join("\n")}\n\`\`\``,
      uses.length > 0 ? `Uses ${[...new Set(uses)].sort().join(", ")}.` : "",
    ];
    return parts.filter((part) => part !== "").join("\n\n");
  }

  return [...apis].map(([entry, api]) => ({
    entry,
    path: pathOf(entry),
    names: api.size,
    markdown: [
      `---\noutline: [2, 3]\npageClass: api-page\n---`,
      `# ${entry}`,
      `\`\`\`ts\nimport { … } from "${entry}";\n\`\`\``,
      "Made from the types and their comments.",
      ...KINDS.flatMap((kind) => {
        const names = [...api].filter(([, declared]) => kindOf(declared) === kind);
        if (names.length === 0) return [];
        return [`## ${kind}`, ...names.map(([name, declared]) => section(entry, name, declared))];
      }),
      "",
    ].join("\n\n"),
  }));
}

function kindOf({ symbol: { flags } }: ApiEntry): (typeof KINDS)[number] {
  if (flags & ts.SymbolFlags.Class) return "Classes";
  return flags & ts.SymbolFlags.Value ? "Functions and values" : "Types";
}

/** The comment above a declaration, with its tags as paragraphs. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).map(({ name, text: parts }) => {
    const words = ts.displayPartsToString(parts);
    return name === "example" ? words : `**${name}** ${words}`;
  });
  return [text, ...tags].join("\n\n").trim();
}

/** A declaration as it stands, with the comments inside it. */
function textOf(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return node
    .getText()
    .replace(/^export declare /, "")
    .replace(/^export /, "");
}
