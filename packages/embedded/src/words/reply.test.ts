import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RawAnswer } from "../core/answer.ts";
import { createReplyWriter } from "./reply.ts";

const raw = (text: string, changes: Partial<RawAnswer> = {}): RawAnswer => ({
  text,
  promptTokens: 10,
  answerTokens: text.length + 1,
  logProbability: Math.log(0.93),
  finished: true,
  ...changes,
});

const written = (answer: RawAnswer): string => {
  const writer = createReplyWriter();
  writer.write(answer.text);
  return writer.end(answer);
};

describe("createReplyWriter", () => {
  it("puts the steps, the answer and the confidence on lines of their own", () => {
    expect(written(raw("6*26=156;21-156=-135;-135-4=-139#-139"))).toBe(
      "6 × 26 = 156\n21 - 156 = -135\n-135 - 4 = -139\nAnswer: -139\nConfidence: 0.93",
    );
  });

  it("never claims certainty, nor its opposite", () => {
    expect(written(raw("1+1=2#2", { logProbability: -1e-9 }))).toContain("Confidence: 0.99");
    expect(written(raw("1+1=2#2", { logProbability: -50 }))).toContain("Confidence: 0.01");
  });

  it("states no answer where there is none, or where it was cut off", () => {
    expect(written(raw("1+1=2"))).toBe("1 + 1 = 2\n");
    expect(written(raw("1+1=2#"))).toBe("1 + 1 = 2\n");
    expect(written(raw("1+1=2#21", { finished: false }))).toBe("1 + 1 = 2\n");
    expect(written(raw(""))).toBe("");
  });

  it("tells a listener the same text, however the raw answer is cut into pieces", () => {
    const text = "77*35=2695;2695*86=231770;231770+12=231782#231782";
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const heard: string[] = [];
        const writer = createReplyWriter((delta) => heard.push(delta));
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        for (const [index, end] of ends.entries())
          writer.write(text.slice(ends[index - 1] ?? 0, end));
        expect(writer.end(raw(text))).toBe(heard.join(""));
        expect(heard.join("")).toBe(written(raw(text)));
      }),
    );
  });
});
