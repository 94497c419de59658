import { describe, expect, it } from "vitest";
import type { EarlierReply } from "../request.ts";
import type { Expression } from "./expression.ts";
import { writePrompt } from "./prompt.ts";

const sum: Expression = { numbers: [7, 8, 2], operators: ["*", "+"] };

const position = (debater: string, text: string, answer: string | null): EarlierReply => ({
  debater,
  text,
  answer,
});

const ours = "7 × 8 = 56\n56 + 2 = 58\nAnswer: 58\nConfidence: 0.90";

describe("writePrompt", () => {
  it("asks alone in round 0", () => {
    expect(writePrompt(sum, undefined, [])).toBe("Q7*8+2\nA");
  });

  it("shows the own answer and the peers'", () => {
    const peers = [position("b", ours, "58"), position("c", "Sixty, I think.", "60")];
    expect(writePrompt(sum, position("a", ours, "58"), peers)).toBe(
      "Q7*8+2\nY7*8=56;56+2=58#58\nP7*8=56;56+2=58#58\nP#60\nA",
    );
  });

  it("leaves out who has nothing it can read, and itself where it has not spoken", () => {
    const peers = [
      position("b", "", null),
      position("c", "around sixty", "around sixty"),
      position("d", ours, "58"),
    ];
    expect(writePrompt(sum, undefined, peers)).toBe("Q7*8+2\nP7*8=56;56+2=58#58\nA");
  });

  it("shows at most four peers, and of each the last word", () => {
    const peers = ["b", "c", "d", "e", "f"].map((name, index) => position(name, "", String(index)));
    const told = [position("b", "", "99"), ...peers];
    expect(writePrompt(sum, undefined, told)).toBe("Q7*8+2\nP#0\nP#1\nP#2\nP#3\nA");
  });
});
