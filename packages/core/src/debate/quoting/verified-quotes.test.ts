import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createQuotable, type QuotableText } from "../../answers/quotes/find-quote.ts";
import { showVerifiedQuotes } from "./verified-quotes.ts";

/** What the debaters of a live debate had read, as far as their replies quote it. */
const STORY =
  "In the red book, found after his death, he wrote on 14 January: “The lamp was out from two until a quarter past " +
  "three. I was at the stairs with the oil and could not climb. No ship was in sight.” The mate said they had struck " +
  "a little before two, in thick snow, with no light to be seen from where we were since midnight. The reef is four " +
  "miles off. The office closed the case and named the snow as the cause.";
const ADA =
  "That is what one would expect if the lamp had failed or burned low well before the keeper's hour. The two times " +
  "lie so close together that they can't clear him. Snow may also explain why the light wasn't seen; I don't deny that.";
const BOOLE =
  "So something else was hiding it, and the mate names it. A cause can't come after its effect. For the **wreck**, no: " +
  "the outage began after the ship had struck, and the snow had hidden the light since midnight.";

const material: QuotableText[] = [createQuotable({ source: "context" }, STORY)];
const QUESTION = "Was he to blame?";
const show = (text: string): string =>
  showVerifiedQuotes([ADA, BOOLE, text], material, [QUESTION])[2] ?? "";

const OUT = "[a quote that was not found]";
const SAID = "[words of the debate, not of the material]";

describe("a judge who sees quotes only reads", () => {
  test.each([
    ['It was "out from two" then.', 'It was "out from two" then.'],
    ['He wrote: "out from three".', `He wrote: ${OUT}.`],
    ["> in thick snow\n> in thin snow", `> in thick snow\n> ${OUT}`],
    ["Nothing is quoted here.", "Nothing is quoted here."],
    ['{"argument": "He did.", "quote": "in thick snow"}', 'He did.\n"in thick snow"'],
    ['{"argument": "He did.", "quote": "in thin snow"}', `He did.\n${OUT}`],
    ['{"quotes": ["in thick snow", "in thin snow"]}', `"in thick snow"\n${OUT}`],
  ])("of the material in %s only what stands there", (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  test.each([
    [
      '1. *"So something else was hiding it."* No.',
      `1. *"So something else was hiding it" ${SAID}* No.`,
    ],
    ['4. **"They can\'t clear him."** No.', `4. **"they can't clear him." ${SAID}** No.`],
    [
      "\"Snow may also explain why the light wasn't seen; I don't deny that\", they write.",
      `"Snow may also explain why the light wasn't seen; I don't deny that" ${SAID}, they write.`,
    ],
    [
      '5. *"A cause can\'t come after its effect."* True.',
      `5. *"A cause can't come after its effect." ${SAID}* True.`,
    ],
    [
      '"The snow had hidden the light since midnight."',
      `"the snow had hidden the light since midnight." ${SAID}`,
    ],
  ])("what a debater quotes from another in %s as the other's words", (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  test.each([
    ['"No light to be seen from where we were"', '"no light to be seen from where we were"'],
    ['*"Four miles off"* is no reason.', '*"four miles off"* is no reason.'],
    ['The snow, "the cause," is named.', 'The snow, "the cause" is named.'],
  ])("the words as the source has them for %s", (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  test("no quote that stands only in the text that quotes it", () => {
    expect(show('It says "the keeper was drunk". I repeat: the keeper was drunk.')).toBe(
      `It says ${OUT}. I repeat: the keeper was drunk.`,
    );
  });

  test.each([
    ['It says "the keeper\n\nwas drunk" twice.', "It says the keeper\n\nwas drunk twice."],
    ["It says “the keeper was drunk.", "It says the keeper was drunk."],
    ['It says" the keeper was drunk" twice.', "It says the keeper was drunk twice."],
  ])("no marks that only look like a quotation's in %j", (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  test("no quote that was taken out before, whoever repeats it", () => {
    const forged = 'It says "the keeper was drunk".';
    expect(showVerifiedQuotes([forged, forged, `They wrote: ${forged}`], material, [])).toEqual([
      `It says ${OUT}.`,
      `It says ${OUT}.`,
      `They wrote: It says ${OUT}.`,
    ]);
  });

  test("the question's words as words of the debate", () => {
    expect(show('Who is "to blame"?')).toBe(`Who is "to blame" ${SAID}?`);
  });

  test("nothing in quotation marks that neither the material nor the debate has", () => {
    const piece = fc.oneof(
      fc.constantFrom('"in thick snow"', '"all were lost at sea"', "> none came home", "He did.\n"),
      fc.string(),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const shown = show(pieces.join(" "));
        expect(shown).not.toContain('"all were lost at sea"');
        for (const [, words = ""] of shown.matchAll(/"([^"]*)"/g))
          expect([STORY, ADA, BOOLE, QUESTION].filter((text) => text.includes(words))).not.toEqual(
            [],
          );
      }),
      { numRuns: 300 },
    );
  });

  test("a text of 150 kB of quotations without looking all of them up", { timeout: 20_000 }, () => {
    const shown = show('He wrote "in thick snow". '.repeat(6000));
    expect(shown.split('"in thick snow"')).toHaveLength(201);
    expect(shown.split(OUT)).toHaveLength(5801);
    for (const mark of ['"', "“", "»", "'a"])
      expect(show(mark.repeat(75_000))).toBeTypeOf("string");
  });
});
