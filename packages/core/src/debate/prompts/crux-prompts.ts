import { listSchema, NUMBER, objectSchema, TEXT_OR_NULL, withDescription } from "./schemas.ts";
import { QUOTED } from "./prompt-sets.ts";

export const FINDING_CRUX: string =
  "You find the point on which a disagreement turns. You take no side, and you don't say which answer is " +
  `right. ${QUOTED}`;

export const CRUX_TASK: string =
  "Name the one claim on which these positions differ and on which the answer to the question depends: if " +
  "everybody agreed on it, most of the disagreement would be gone. State it in one sentence that can be " +
  "true or false, without naming positions. Say which positions support it and which oppose it; leave out " +
  "those that do neither, and those that do both. If the positions don't differ, or no position opposes " +
  "the claim, there is none: then the claim is null.";

export const CRUX_SCHEMA: object = objectSchema({
  claim: withDescription(TEXT_OR_NULL, "the sentence, or null"),
  for: withDescription(listSchema(NUMBER), "numbers"),
  against: withDescription(listSchema(NUMBER), "numbers"),
});

/** Part of the next round's turn, after the replies. The claim is fenced because it quotes a debater. */
export function cruxTurn(claim: string): string {
  return (
    `The replies seem to differ on this claim:\n${claim}\n\n` +
    "Answer it first: begin your reply with whether the claim holds, and why."
  );
}
