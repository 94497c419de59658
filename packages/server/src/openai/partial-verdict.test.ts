import fc from "fast-check";
import { expect, test } from "vitest";
import { formatVerdictText } from "@rostrum/core/export";
import type { DebateEvent, PartialResult } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { PartialVerdict } from "./partial-verdict.ts";

const JUDGING = { type: "debate.judging", judge: "judy", mode: "synthesize" } as DebateEvent;
const createDelta = (text: string): DebateEvent =>
  ({ type: "debate.delta", round: 1, source: "judge", text }) as DebateEvent;

/** A text in pieces. */
const pieces: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          ...[
            "\n",
            "\r\n",
            "\n\n",
            "  \n",
            "\t",
            " ",
            "- ",
            "## ",
            "**",
            "> ",
            "_",
            "\u2028",
            "🗼",
          ],
          ...[
            "Answer: ",
            "\nAnswer: 42\n",
            "\n**Final answer:** 42",
            "\n**Answer**: 42",
            "\nFinal  ",
          ],
          ...[
            "\nConfidence: 0.9\n",
            "Reason for change: none\n",
            "\nAnswering.",
            "\nConfident",
            "42",
          ],
          ...["\u0007", "\ufeff", "\ud83d", "The tower is in Paris.", "{", "```", ":", "answer"],
        ),
        fc.string({ maxLength: 12 }),
      ),
      { maxLength: 14 },
    ),
    fc.array(fc.nat({ max: 9 })),
  )
  .map(([parts, cuts]) => {
    const text = parts.join("");
    let at = 0;
    const list = cuts.map((cut) => text.slice(at, (at += cut)));
    return [...list, text.slice(at)];
  });

function tell(list: readonly string[]): string[] {
  const verdict = new PartialVerdict();
  verdict.apply(JUDGING);
  return list.map((piece) => verdict.apply(createDelta(piece)));
}

test("what is passed on is the beginning of the text that readers get, wherever its pieces end", () => {
  let passedOn = 0;
  fc.assert(
    fc.property(pieces, (list) => {
      const result = { text: list.join(""), reasoning: "", answer: "42", unit: null };
      const whole = escapeInvisible(formatVerdictText(result as unknown as PartialResult));
      const told = tell(list).join("");
      expect(whole.slice(0, told.length)).toBe(told);
      if (told !== "") passedOn += 1;
    }),
    { numRuns: 2000 },
  );
  expect(passedOn).toBeGreaterThan(1000);
});

test("a text is passed on as it comes, except for what may become a label", () => {
  expect(tell(["It is in ", "Paris.\n", "Ans", "wers differ.\nAnswer", ": Paris"])).toEqual([
    "It is in",
    " Paris.",
    "",
    "\nAnswers differ.",
    "",
  ]);
});
