import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { alignQuote, createQuotable, countWords, type QuotableText } from "./find-quote.ts";
import { getSourceKind, type SourceKind } from "./fold-text.ts";

const KINDS: SourceKind[] = ["code", "plain", "markdown"];

const DOCUMENTS = { code: "a.ts", plain: "a.txt", markdown: "a.md" };

const makeSearchable = (text: string, kind: SourceKind): QuotableText =>
  createQuotable({ source: "context", document: DOCUMENTS[kind] }, text);

const find = (source: string, quote: string, kind: SourceKind = "plain"): string | null => {
  const at = makeSearchable(source, kind).find(quote);
  return at && source.slice(...at);
};

const WORDS = [
  "tenant",
  "Landlord",
  "don't",
  "well-known",
  "$5,000",
  "-30",
  "shall",
  "über",
  "ΣΟΦΟΣ",
];
const ENDS = [
  "",
  "",
  "",
  ",",
  ".",
  ";",
  ":",
  "?",
  " (so)",
  " —",
  " ->",
  " != x",
  "[0]",
  ' "really"',
  "…",
];

/** A text as pieces, so that a part of it can be quoted. */
const pieces = fc.array(
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...ENDS)).map(([word, end]) => word + end),
  { minLength: 2, maxLength: 30 },
);
const part = fc.tuple(pieces, fc.nat(), fc.nat()).map(([list, a, b]) => {
  const [from, to] = [a % list.length, b % list.length].sort((x, y) => x - y) as [number, number];
  return { source: list.join(" "), quote: list.slice(from, to + 1).join(" ") };
});

describe("a quote", () => {
  it("is found to the character in every kind of source, whatever its white space", () => {
    const spaces = fc.infiniteStream(fc.constantFrom(" ", "  ", "\n", "\t", "\u00a0", " \r\n "));
    fc.assert(
      fc.property(part, fc.constantFrom(...KINDS), spaces, ({ source, quote }, kind, space) => {
        expect(find(source, quote, kind)).toBe(quote);
        const respaced = quote.replace(/ /g, () => space.next().value as string);
        expect(find(source, ` ${respaced}\n`, kind)).toBe(quote);
      }),
      { numRuns: 500 },
    );
  });

  it("isn't found once a character is dropped, inserted or replaced, unless that occurs as well", () => {
    const characters = fc.constantFrom(..."aZ09.,;:!?-−–—+<>=()[]{}/\\$€%&#@~^|…éß漢");
    fc.assert(
      fc.property(
        part,
        fc.constantFrom(...KINDS),
        fc.nat(),
        fc.constantFrom("drop", "insert", "replace"),
        characters,
        ({ source, quote }, kind, place, change, character) => {
          const at = place % quote.length;
          fc.pre(!/[\s"']/.test(quote[at] ?? ""));
          const changed =
            quote.slice(0, at) +
            (change === "drop" ? "" : character) +
            quote.slice(at + Number(change !== "insert"));
          const occurs = source.includes(changed.trim().replace(/\s+/g, " "));
          expect(occurs || find(source, changed, kind) === null).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  const cases = new URL("../../../../../../shared/cases/quotes.jsonl", import.meta.url);
  it.skipIf(!existsSync(cases))(
    "isn't found if it is one of the changed quotes in ../shared/cases",
    () => {
      const lines = readFileSync(cases, "utf8").trim().split("\n");
      for (const line of lines) {
        const { source, quote } = JSON.parse(line) as { source: string; quote: string };
        for (const kind of KINDS) {
          expect({ quote, found: find(source, quote, kind) }).toEqual({ quote, found: null });
          expect(find(source, source, kind)).toBe(source);
        }
      }
    },
  );

  test.each([
    ["No refunds are given.", "No, refunds are given"],
    ["price discount", "price - discount"],
    ["p>x", "p->x"],
    ["it costs $5", "it costs -$5"],
    ["The tenant pays.", "the tenant pays"],
    ["The tenant pays.", "[T]he tenant pays"],
    ["one two three four", "one two … four"],
    ["it ends here", "… it ends here"],
    ["a b", "ab"],
    ["Cafe\u0301", "Café"],
    ["it is 6' long", 'it is 6" long'],
    ["they said “no”", "they said no"],
  ])("in %j there is no %j", (source, quote) => {
    for (const kind of KINDS) expect(find(source, quote, kind)).toBeNull();
  });

  test.each([
    ["It is unable to be enforced", "able to be enforced"],
    ["we may terminate", "we may term"],
    ["we can't ship", "we can"],
    ["a non-refundable fee", "refundable fee"],
    ["10.5 million", "5 million"],
    ["up to 1,500 days", "up to 1"],
    ["at 9:30 sharp", "30 sharp"],
    ["5–10 days", "10 days"],
    ["a change of -5 points", "5 points"],
    ["a loss of −£5m", "£5m"],
    ["user_id is null", "id is null"],
    ["e\u0301 is a letter", "e"],
  ])("of %j, %j would cut a word, which only code allows", (source, quote) => {
    for (const kind of ["plain", "markdown"] as const) expect(find(source, quote, kind)).toBeNull();
    expect(find(source, quote, "code")).toBe(quote);
  });

  it("never cuts a character", () => {
    for (const kind of KINDS) expect(find("so 🙂 it is", "\ude42 it is", kind)).toBeNull();
  });

  test.each([
    ["path: /:id(?:{[^/]+})?/x", "(?:{[^/]+})?"],
    ["return a?.b ?? [];", "?? []"],
    ["const key = `${user}:${id}`", "}:${"],
    ["if (!(a && b)) return;", "!(a &&"],
    ["x = y_total - 1", "total -"],
  ])("of code %j, %j may begin and end with any character", (source, quote) => {
    expect(find(source, quote, "code")).toBe(quote);
  });

  test.each([
    ["it ends here. (So be it.)", "So be it"],
    ["costs $5 each", "5 each"],
    ["合同自签署之日起生效。", "签署之日起"],
    ["items.map((x) => x.id)", "map((x) => x.id)"],
    ["so 🙂 it is", "🙂 it is"],
  ])("of %j, %j is whole", (source, quote) => {
    for (const kind of KINDS) expect(find(source, quote, kind)).toBe(quote);
  });

  test.each(["", "   ", "…", "?!", "$"])("%j quotes nothing", (quote) => {
    for (const kind of KINDS) expect(find("Anything … — ?! $ at all", quote, kind)).toBeNull();
  });

  it("is found where it stands verbatim rather than where its marks differ", () => {
    expect(makeSearchable("so “be” it, so 'be' it", "plain").find("so 'be' it")).toEqual([12, 22]);
  });
});

describe("quotation marks", () => {
  test.each([
    ["don’t say “never”", 'don\'t say "never"'],
    ['don\'t say "never"', "don’t say „never“"],
    ['he said "no" to it', "he said 'no' to it"],
    ["elle a dit « oui »", 'elle a dit " oui "'],
  ])("of %j may be those of %j, but not in code", (source, quote) => {
    expect(find(source, quote)).toBe(source);
    expect(find(source, quote, "markdown")).toBe(source);
    expect(find(source, quote, "code")).toBeNull();
    expect(find(`See:\n\n\`\`\`\n${source}\n\`\`\``, quote, "markdown")).toBeNull();
    expect(find(`Call \`${source}\` now`, quote, "markdown")).toBeNull();
  });
});

describe("emphasis", () => {
  test.each([
    ["The **only** remedy", "The only remedy"],
    ["The _only_ remedy", "The only remedy"],
    ["The only remedy", "The **only** remedy"],
    ["The ***only*** (*best*) remedy", "The only (best) remedy"],
    ["**_Only_** repair.", "Only repair."],
    ["__Only repair__, *he said*", "Only repair, he said"],
  ])("may differ between %j and %j in Markdown, and nowhere else", (source, quote) => {
    expect(find(source, quote, "markdown")).not.toBeNull();
    expect(find(source, quote, "plain")).toBeNull();
    expect(find(source, quote, "code")).toBeNull();
  });

  test.each([
    ["a*b*c", "abc"],
    ["2 * 3 * 4", "2 3 4"],
    ["int *p = *q;", "int p = q;"],
    ["f(*args, **kwargs)", "f(args, kwargs)"],
    ["def __init__(self)", "def init(self)"],
    ["a \\*b\\* c", "a \\b\\ c"],
    ["an *open mark\n\nand its* end", "an open mark and its end"],
    ["`a *b* c`", "`a b c`"],
    ["```py\nx *y* z\n```", "x y z"],
    ["the ~~old~~ way", "the old way"],
    ["call `now`", "call now"],
  ])("of %j isn't what %j leaves out", (source, quote) => {
    expect(find(source, quote, "markdown")).toBeNull();
  });
});

test.each<[string | undefined, SourceKind]>([
  [undefined, "plain"],
  ["the lease", "plain"],
  ["contract.txt", "plain"],
  ["README.md", "markdown"],
  ["src/main.rs", "code"],
  ["fix.patch", "code"],
  ["data.json", "code"],
])("the document %j is %s", (document, kind) => {
  expect(getSourceKind({ source: "context", document })).toBe(kind);
});

test("a quote is cited from the first source that has it, and unverified from the first of all", () => {
  const sources = [
    createQuotable(
      { source: "position", debater: "ada", round: 1 },
      "We should wait for the audit.",
    ),
    createQuotable({ source: "context", document: "plan.txt" }, "The audit ends in May."),
  ];
  expect(alignQuote("The audit ends", sources)).toEqual({
    source: "context",
    document: "plan.txt",
    text: "The audit ends",
    at: [0, 14],
    verified: true,
  });
  expect(alignQuote("the audit began", sources)).toEqual({
    source: "position",
    debater: "ada",
    round: 1,
    text: "the audit began",
    at: null,
    verified: false,
  });
  expect(alignQuote("anything", [])).toMatchObject({ verified: false, at: null });
});

test.each([
  ["“Don't” — stop, now!", 3],
  ["一二三", 3],
  ["…", 0],
])("%j has %d words", (text, count) => {
  expect(countWords(text)).toBe(count);
});

describe("a long text is searched in time proportional to it", () => {
  const hostile: Record<string, [string, string]> = {
    words: ["the tenant shall pay ".repeat(7_000), "tenant shall pay the rent"],
    repeats: ["a ".repeat(75_000), `${"a ".repeat(60_000)}b`],
    "repeats without an edge": ["a".repeat(150_000), "a".repeat(75_000)],
    stars: ["*a ".repeat(50_000), "* a"],
    "nested stars": ["**a *b ".repeat(20_000), "a b"],
    backticks: [Array.from({ length: 500 }, (_, count) => "`".repeat(count)).join(" "), "a"],
    quotes: [`a${"'".repeat(150_000)}`, "a 'b"],
    numbers: ["1.".repeat(75_000), "1.1 a"],
    spaces: [`${" ".repeat(150_000)}-5`, "a -5"],
    fences: ["```\n".repeat(40_000), "a b"],
  };
  test.each(Object.keys(hostile))("%s", { timeout: 20_000 }, (name) => {
    const [source, quote] = hostile[name] ?? ["", ""];
    // In code there is always an edge.
    const isFound = (kind: SourceKind): boolean => kind === "code" && source.includes(quote);
    for (const kind of KINDS)
      expect(makeSearchable(source, kind).find(quote) !== null).toBe(isFound(kind));
  });
});

test("a quote is found however often it was found before", () => {
  const text = "The tenant shall pay the rent on the first day of the month.\n".repeat(40);
  const source = makeSearchable(text, "code");
  for (let lookup = 0; lookup < 100; lookup++) expect(source.find(text)).not.toBeNull();
});
