import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReplyWriter } from "./reply.ts";
import { readWorking } from "./working.ts";

const inOurWords = (raw: string): string => {
  const writer = createReplyWriter();
  writer.write(raw);
  return writer.end({
    text: raw,
    promptTokens: 1,
    answerTokens: 1,
    logProbability: -0.1,
    finished: true,
  });
};

describe("readWorking", () => {
  it("recovers a reply in our own words exactly", () => {
    for (const raw of [
      "15*21=315;3*27=81;12+315=327;327+0=327;327-81=246#246",
      "6*26=156;21-156=-135;-135-4=-139#-139",
      "7*8=56#57",
    ]) {
      expect(readWorking(inOurWords(raw), null, 99)).toBe(raw);
    }
  });

  it("recovers whatever a network may have written as steps, sound or not", () => {
    const step = fc.string({
      unit: fc.constantFrom(..."0123456789+-*="),
      minLength: 1,
      maxLength: 20,
    });
    const results = fc.integer({ min: -999_999, max: 999_999 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), results, (steps, result) => {
        const raw = `${steps.join(";")}#${result}`;
        expect(readWorking(inOurWords(raw), String(result), 99)).toBe(raw);
      }),
    );
  });

  it("takes a complete working out of prose, thousands commas and all", () => {
    const prose =
      "First 77 × 35 = 2,695. Then 2,695 × 86 = 231,770, so the total is **231,770 + 12 = 231,782**.\n\nAnswer: 231,782";
    expect(readWorking(prose, "231,782", 3)).toBe(
      "77*35=2695;2695*86=231770;231770+12=231782#231782",
    );
  });

  it("keeps the answer alone where the working is in another form", () => {
    expect(readWorking("12 + 315 + 0 - 81 = 246, easily.", "246", 5)).toBe("#246");
    expect(readWorking("I believe it is 246.", "246", 5)).toBe("#246");
    expect(readWorking("I just know.\nAnswer: -7", null, 1)).toBe("#-7");
    expect(readWorking("", "**246**.", 5)).toBe("#246");
    expect(readWorking("", "−1,234", 5)).toBe("#-1234");
  });

  it("has nothing to show where there is no whole number", () => {
    for (const answer of ["about 246", "24.5", "x+1", "", "99999999999"]) {
      expect(readWorking("prose", answer, 2)).toBeNull();
    }
    expect(readWorking("no answer line", null, 2)).toBeNull();
  });

  it("shortens what would be too long to read", () => {
    const long = `${Array.from({ length: 12 }, () => "12 + 12 = 24").join("\n")}\nAnswer: 24`;
    expect(readWorking(long, "24", 12)).toBe("#24");
  });

  it("reads text made to slow it down within the test's time", () => {
    const pieces = [" ", "*", "1", ".", "1 ", "1+", "Answer:\n", "−"];
    for (const text of pieces.map((piece) => piece.repeat(100_000))) {
      expect(readWorking(`${text}x`, text, 2)).toBeNull();
    }
  });
});
