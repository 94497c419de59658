import { answerWords, clipped } from "../../export/index.ts";
import type { DebateResult } from "../../protocol/result.ts";
import type { Style } from "../terminal/style.ts";

export interface Compared {
  debate: DebateResult;
  /** What the first debater answers after revising its own work as often as the debate did. */
  alone: string | null;
  /** `null`: unknown. */
  truth: number | null;
}

/** What cheaper methods answer, compared with the true value. */
export function comparisonLines({ debate, alone, truth }: Compared, style: Style): string[] {
  const { single, roundZeroVote } = debate.whatIf;
  const rows: [string, string | null, number][] = [
    ["one model, asked once", single.answer, single.calls],
    ["one model, revising alone", alone, debate.rounds.length],
    ["vote of round 0", roundZeroVote.answer, roundZeroVote.calls],
    ["the debate", answerWords(debate.answer, debate.unit), debate.usage.calls],
  ];
  return rows.map(([name, said, calls]) => {
    const answer = clipped(said ?? "no answer", 24);
    return `  ${name.padEnd(26)}  ${answer.padEnd(9)}  ${verdict(said, truth, style)}  ${style.dim(`${calls} ${calls === 1 ? "call" : "calls"}`)}`;
  });
}

function verdict(said: string | null, truth: number | null, style: Style): string {
  if (truth === null) return "     ";
  return said !== null && Number(said) === truth ? style.green("right") : style.red("wrong");
}
