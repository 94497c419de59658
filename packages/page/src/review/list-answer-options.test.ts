import { describe, expect, test } from "vitest";
import { fold } from "@rostrum/core/record";
import type { PartialResult } from "@rostrum/core/protocol";
import { listAnswerOptions } from "./list-answer-options.ts";

const result = (changes: Partial<PartialResult>): PartialResult => ({
  ...fold([]).result,
  ...changes,
});

describe("the answers that a person may choose", () => {
  test("a judge's own answer is one, with its reasons", () => {
    expect(listAnswerOptions(result({ answer: "Wait", reasoning: "Nobody knows." }))).toMatchObject(
      [
        {
          answer: "Wait",
          isPanelAnswer: true,
          support: "the judge's own",
          arguments: [{ text: "Nobody knows." }],
        },
      ],
    );
  });

  test("a long argument is cut, and keeps its lines", () => {
    const reasoning = `# Why\n\n${"Because. ".repeat(1000)}`;
    const [option] = listAnswerOptions(result({ answer: "Wait", reasoning }));
    expect(option?.arguments[0]?.text).toMatch(/^# Why\n\nBecause\. .*…$/s);
    expect(option?.arguments[0]?.text.length).toBeLessThan(1600);
  });

  test("findings can be confirmed, and are shown in words", () => {
    const finding = { claim: "One past the end" } as never;
    expect(
      listAnswerOptions(
        result({ answer: [finding], findings: [finding], text: "1. high: One past the end" }),
      ),
    ).toMatchObject([{ answer: "1. high: One past the end", isPanelAnswer: true }]);
  });

  test("a debate without an answer offers none", () => {
    expect(listAnswerOptions(result({ answer: null }))).toEqual([]);
  });
});
