import type { VNode } from "preact";
import { formatCount, shortenAnswer } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { FewFirst } from "../../parts/few-first.tsx";
import { Bar } from "../../parts/bar.tsx";
import { Chip, colourClass } from "../../parts/chip.tsx";
import type { ViewProps } from "../view-props.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";

const FEW = 5;

/** Votes for each answer. */
export function Tally({ snapshot, numbers }: Omit<ViewProps, "names">): VNode | null {
  const { decision, rounds } = snapshot.record.result;
  const { tally } = decision;
  if (tally.length === 0) return null;
  const size = rounds.at(-1)?.positions.length ?? 1;
  return (
    <section class="tally">
      <h2>Votes</h2>
      <FewFirst visibleCount={FEW} formatMore={(count) => formatCount(count, "more answer")}>
        {tally.map(({ answer, label, votes, weight, debaters }) => {
          const number = findAnswerNumber(rounds, numbers, answer);
          return (
            <li class={colourClass(number)}>
              <Chip answer={shortenAnswer(answer, { label })} number={number} brief />
              <Bar share={votes / size} />
              <span class="tally-count">
                {votes}{" "}
                <span class="dim small">
                  {votes === 1 ? "vote" : "votes"}
                  {decision.method === "weighted" && `, weight ${weight.toFixed(2)}`}
                </span>
              </span>
              <span class="dim small">{debaters.map(escapeInvisible).join(", ")}</span>
            </li>
          );
        })}
      </FewFirst>
    </section>
  );
}
