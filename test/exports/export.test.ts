import fc from "fast-check";
import { Marked, type Token, type Tokens } from "marked";
import { expect, test } from "vitest";
import { debate } from "../../packages/runtime/src/api/debate.ts";
import type { DebateConfig, ModelRequest } from "../../packages/rostrum/src/index.ts";
import type { Basis } from "../../packages/core/src/protocol/answer.ts";
import type { DebateResult } from "../../packages/core/src/protocol/result.ts";
import { inSection } from "../support/panel.ts";
import {
  listNotices,
  toHtml,
  toJson,
  toMarkdown,
  toMermaid,
} from "../../packages/core/src/entries/export.ts";

/** Text as a hostile model might write it: structure of every format, terminal controls, anything. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "\n# Forged\n",
        "\n## Answer\n",
        "\n\n---\n",
        "```\n",
        "~~~\n",
        "</div>",
        "<script>alert(1)</script>",
        "<!--",
        "-->",
        "]]>",
        "| a | b |\n",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n    code\n",
        "![x](http://x.test/y.png)",
        "[l](javascript:1)",
        "<img src=x onerror=y>",
        '"]',
        "end",
        "\n  r0m0 --> r1m1\n",
        "%%",
        "classDef c0",
        "`",
        "\\",
        "&lt;",
        "#quot;",
        "\u001b[2J",
        "\u009b31m",
        "\u202e",
        "\r",
        "\n===\n",
        "$$",
        "\u2028",
        "'",
        '"',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

/** A debate of two whose every word is hostile; the outline stays the same whatever they say. */
async function debateOf(
  question: string,
  said: string,
  /** Prose is shown as Markdown, other answers as they are. */
  basis: Basis = "lexical",
): Promise<DebateResult> {
  const reply = { text: `${said}\nAnswer: ${said}` };
  const result = await debate(`q ${question}`, {
    debaters: [
      { name: "one", model: () => reply },
      { name: "two", model: () => "Answer: 2" },
    ],
    answer: { read: (text) => text, same: (a, b) => a === b },
    rounds: 0,
  });
  const failed = { debater: "one", round: 0, error: said };
  const integrity = { ...result.integrity, degraded: true, dropped: [failed], planned: 3 };
  return {
    ...result,
    id: "run",
    durationMs: 5,
    answer: said,
    integrity,
    decision: { ...result.decision, basis, judgment: said },
  };
}

const bases = fc.constantFrom<Basis>("lexical", "exact", "behavior");

/** The lines of a document that are the document's own: everything that is no quotation. */
function ownLines(markdown: string): string[] {
  return markdown.split("\n").filter((line) => !/^>( |$)/.test(line));
}

const BLOCK = /^(#{1,6} |```|~~~|---|===|\d+[.)] | {4}|\t)/;

/** Every token of a document, as a program that shows Markdown reads it. */
function listTokens(tokens: readonly Token[]): Token[] {
  const all: Token[] = [];
  void new Marked().walkTokens([...tokens], (token) => void all.push(token));
  return all;
}

/** A picture made of a text's mark and our link, and one in code whose first mark an address takes in. */
const PICTURES: [string, string, Basis][] = [
  "\\![x](http://x.test/y.png)",
  "www.x.test/```\n![x](y.png)```",
].map((said) => ["", said, "lexical"]);

test("a model's words can't add a heading, a picture, a false link or HTML to Markdown", async () => {
  const outline = (text: string): string[] =>
    ownLines(text)
      .filter((line) => BLOCK.test(line))
      .map((line) => line.slice(0, 4));
  const expected = outline(toMarkdown(await debateOf("x", "x")));
  await fc.assert(
    fc.asyncProperty(hostile, hostile, bases, async (question, said, basis) => {
      const markdown = toMarkdown(await debateOf(question, said, basis));
      expect(outline(markdown)).toEqual(expected);
      for (const line of ownLines(markdown)) {
        const plain = line.replaceAll(/\\[\\`*_[\]<>&|~$#>+\-=:.)]/g, "x");
        expect(plain).not.toMatch(/[<`[\]]/);
      }
      const tokens = new Marked().lexer(markdown);
      for (const token of listTokens(tokens)) {
        expect(["html", "image", "def"]).not.toContain(token.type);
        if (token.type !== "link") continue;
        const { href, text } = token as Tokens.Link;
        expect(href).toMatch(/^https?:/);
        // A headline may be cut off within an address.
        const origin = URL.canParse(href) ? new URL(href).origin : href;
        if (text.includes("://")) expect(text.startsWith(origin)).toBe(true);
      }
      const quoted = tokens.filter(({ type }) => type === "blockquote");
      expect(listTokens(quoted).map(({ type }) => type)).not.toContain("heading");
    }),
    { numRuns: 100, examples: PICTURES },
  );
});

/** What an answer may be made of. Nothing in it has an attribute but the address of a link and the number of a list. */
const RICH_TAG =
  /^<(?:\/?(?:p|strong|em|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|a)|hr \/|ol start="\d+"|a href="https?:[^"<>\s]*" rel="noopener noreferrer nofollow")>$/;

test("a model's words are text in HTML: no element, attribute or script of their own", async () => {
  // The marks around what a reply puts in quotation marks are the page's own.
  const mark =
    /^<(?:\/q|q class="(?:found" title="found in [^"<>]*|open" title="not found in the question, the context or an earlier reply)")>$/;
  const rich = /(<div class="rich[^"]*">)([\s\S]*?)(<\/div>)/g;
  const tags = (page: string): string[] =>
    (page.replaceAll(rich, "$1$3").match(/<[^>]*>/g) ?? [])
      .filter((tag) => !mark.test(tag))
      .map((tag) => tag.replace('class="rich ', 'class="said '));
  const expected = tags(toHtml(await debateOf("x", "x")));
  await fc.assert(
    fc.asyncProperty(hostile, hostile, bases, async (question, said, basis) => {
      const page = toHtml(await debateOf(question, said, basis));
      expect(tags(page)).toEqual(expected);
      for (const [, , answer = ""] of page.matchAll(rich)) {
        for (const [tag] of answer.matchAll(/<[^>]*>/g)) expect(tag).toMatch(RICH_TAG);
      }
    }),
    { numRuns: 100 },
  );
});

test("an answer's lists, tables, code and emphasis are shown; HTML, pictures and false links aren't", async () => {
  const said = [
    "Keep the *monolith*, **for now**.",
    "",
    "1. Measure `deploy()` times.",
    "2. Draw borders:",
    "   - billing",
    "",
    "| when | what |",
    "|---|---|",
    "| May | look again |",
    "",
    "```sh",
    "npm test # <b>",
    "```",
    "",
    "See [the guide](https://example.test/guide), [https://bank.test](https://evil.test/x), ![p](https://evil.test/p.png) <b>x</b>",
  ].join("\n");
  const result = await debateOf("x", said);
  const markdown = toMarkdown(result);
  for (const line of [
    "> Keep the *monolith*, **for now**.",
    "> 1. Measure `deploy()` times.",
    ">    - billing",
    "> | when | what |",
    "> | May | look again |",
    "> npm test # <b>",
    "[the guide](https://example.test/guide)",
  ])
    expect(markdown).toContain(line);
  const html = toHtml(result);
  for (const element of [
    "<em>monolith</em>",
    "<strong>for now</strong>",
    "<code>deploy()</code>",
    "<th>when</th>",
    "<td>look again</td>",
    "npm test # &lt;b&gt;",
    '<a href="https://example.test/guide"',
  ])
    expect(html).toContain(element);
  expect(markdown).not.toMatch(/\]\(https:\/\/evil/);
  expect(html).not.toMatch(/href="https:\/\/evil|<img|<b>x/);
});

const PYTHON =
  "class A:\n    def __init__(self, *args, **kwargs):\n        # set\n        self.x = 1";

test.each<[string, DebateConfig["answer"], (code: string) => string]>([
  ["auto, in a fence", "auto", (code) => `Answer:\n\n\`\`\`python\n${code}\n\`\`\``],
  ["auto, in tildes", "auto", (code) => `~~~~\n${code}\n~~~~`],
  ["text, in a fence in an answer section", "text", (code) => `\`\`\`\`\n${code}\n\`\`\`\``],
  [
    "code, in a fence",
    { type: "code", language: "python" },
    (code) => `\`\`\`python\n${code}\n\`\`\``,
  ],
])("an answer that is code keeps its fence: %s", async (_name, answer, write) => {
  for (const code of [PYTHON, `${PYTHON}\n\n~~~\n# Forged`, "# forged\n``\n- a"]) {
    const other = code.replace("1", "2").replace("- a", "- b");
    const result = await debate("Write it.", {
      debaters: [() => write(code), () => write(code), () => write(other)],
      answer,
      compare: "rules",
      rounds: 0,
    } as DebateConfig);
    const [markdown, html] = [toMarkdown(result), toHtml(result)];
    const fences = [code, code, code, other, other].map((each) =>
      each
        .split("\n")
        .map((line) => `> ${line}`.trimEnd())
        .join("\n"),
    );
    // The result, three replies and the dissent.
    for (const fence of fences) expect(markdown).toContain(`\n${fence}\n> \`\`\``);
    expect(markdown.split("\n> ```").length - 1).toBe(2 * fences.length);
    expect(html).toContain(`<pre><code>${code}</code></pre>`);
    expect(html).toContain(`<pre><code>${other}</code></pre>`);
  }
});

test("a value of a typed kind is shown as it is, because nothing in it is Markdown", async () => {
  for (const value of ["__init__ **x**", "[a](/b) *c*", "## a\n\n    b `c`"]) {
    const result = await debate("What?", {
      debaters: ["x", "x"].map(() => (request: ModelRequest) => inSection(request, value)),
      answer: "exact",
      rounds: 0,
    });
    const quoted = new Marked()
      .lexer(toMarkdown(result))
      .filter(({ type }) => type === "blockquote");
    const types = new Set(listTokens(quoted).map(({ type }) => type));
    for (const type of ["strong", "em", "link", "list", "codespan", "heading"])
      expect(types).not.toContain(type);
    expect(toHtml(result)).toContain(
      value.includes("\n") ? `<pre><code>${value}` : `<div class="said answer">${value}</div>`,
    );
  }
});

test("a link is shown as one only if it leads to every address in its text", async () => {
  const honest = [
    ["node.js", "https://nodejs.test/"],
    ["report.pdf", "https://site.test/report.pdf"],
    ["v1.2.3", "https://site.test/v1"],
    ["e.g. this", "https://site.test/"],
    ["src/cart.ts:20", "https://site.test/cart.ts#L20"],
    ["fs.readFile()", "https://site.test/fs.html"],
    ["пример.рф", "https://пример.рф/x"],
    ["the bank.test guide", "https://bank.test/guide"],
    ["https://bank.test/a_(b)", "https://bank.test/a_(b)"],
  ];
  const deceiving = [
    ...[
      "//bank.test",
      "localhost:8080",
      "пример.рф",
      "admin@bank.test",
      "see bank.test",
      "BANK.TEST",
    ],
    ...[
      "https://bank.test login",
      "192.168.0.1",
      "https://evil.test@bank.test",
      "evil.test@bank.test",
    ],
    ...[
      "(bank.test),",
      "bank․test",
      "bank。test",
      "ba\u00adnk.test",
      "bank.test!login",
      "a `bank.test` b",
    ],
    ...["evil.test/other", "www.evil.test", "evil.test, not bank.test"],
  ].map((text) => [text, "https://evil.test/x"]);
  const links = [...honest, ...deceiving].map(([text, href]) => `- [${text}](${href})`);
  const result = await debateOf("x", links.join("\n"));
  const lead = /\]\((https?:[^)]*)\)|<a href="([^"]*)"/g;
  const hosts = honest.map(([, href = ""]) => new URL(href).host);
  for (const document of [toMarkdown(result), toHtml(result)]) {
    const answer = document.slice(0, document.indexOf("Support"));
    const shown = [...answer.matchAll(lead)].map(([, a, b]) => new URL(a ?? b ?? "").host);
    expect(shown).toEqual(hosts);
  }
});

test("the HTML needs no network and no script, and says so to the browser", async () => {
  const page = toHtml(await debateOf("x", "<script>alert(1)</script>"));
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).not.toMatch(/<script|src=|href=|@import|url\(/i);
  expect(page).toContain("&lt;script&gt;");
});

test("a Mermaid diagram keeps its grammar whatever the labels say", async () => {
  const text = String.raw`[\p{L}\p{M}\p{N} .,·]|#\d+;`;
  const label = `"(?:${text})*"`;
  const node = String.raw`(?:question|answer|round\d+|notice\d+|r\d+m\d+)`;
  const grammar = new RegExp(
    String.raw`^(?:flowchart LR|  end|  classDef .*|\s+${node}(?:\[${label}\]|\(\[${label}\]\)|\{\{${label}\}\})(?::::\w+)?|  subgraph round\d+\[${label}\]|  ${node} (?:-->|==>|-- ${label} -->) ${node})$`,
    "u",
  );
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (question, said) => {
      for (const line of toMermaid(await debateOf(question, said))
        .trimEnd()
        .split("\n"))
        expect(line).toMatch(grammar);
    }),
    { numRuns: 100 },
  );
});

test("JSON comes back as it was, and nothing in it would be obeyed by a terminal", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (said) => {
      const result = await debateOf("x", said);
      const text = toJson(result);
      expect(JSON.parse(text).result.text).toBe(result.text);
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }),
    { numRuns: 80 },
  );
});

test("a degraded result says so above its answer in every form", async () => {
  const result = await debateOf("x", "status 500");
  expect(listNotices(result).map(({ kind }) => kind)).toContain("degraded");
  for (const [document, answer] of [
    [toMarkdown(result), "## Answer"],
    [toHtml(result), "<h2>Answer</h2>"],
  ] as const) {
    expect(document.indexOf("Degraded")).toBeGreaterThan(0);
    expect(document.indexOf("Degraded")).toBeLessThan(document.indexOf(answer));
  }
  expect(toMermaid(result)).toContain("Degraded");
});

test("a reply is printed once: its reasons, then its answer", async () => {
  const advice = "Keep the sessions in Postgres.\n\n- It is there.\n- The team knows it.";
  const reasons = "Two stores are twice the work.";
  const answers = (request: ModelRequest): string => inSection(request, advice);
  const result = await debate("Redis?", {
    debaters: [
      { name: "one", model: (request) => `${reasons}\n\n${answers(request)}\nConfidence: 0.9` },
      { name: "two", model: answers },
    ],
    answer: "text",
    compare: "rules",
    rounds: 0,
  });
  const replies = toMarkdown(result).split("### ").slice(1);
  const quoted = "> Keep the sessions in Postgres.\n>\n> - It is there.\n> - The team knows it.";
  expect(replies).toEqual([
    `one (own estimate 90%)\n\nReasoning:\n\n> ${reasons}\n\nAnswer:\n\n${quoted}\n\n`,
    expect.stringMatching(/^two\n\nAnswer:\n\n> Keep [^#]*\n\n## Would/),
  ]);
});

test("wordings that count as one answer are listed line by line", async () => {
  const debaters = ["Keep the sessions in Postgres", "Postgres stays", "Use Redis"].map(
    (answer) => ({
      name: answer.slice(-5),
      model: () => `Answer: ${answer}`,
    }),
  );
  const compare = (): string => '{"groups": [{"items": [1, 2], "label": "stay"}, {"items": [3]}]}';
  const result = await debate("Redis?", { debaters, answer: "text", compare, rounds: 0 });
  expect(toMarkdown(result)).toContain(
    "Counted as the same answer, grouped by a model:\n\n- Keep the sessions in Postgres (label: stay)\n- Postgres stays\n\n",
  );
});
