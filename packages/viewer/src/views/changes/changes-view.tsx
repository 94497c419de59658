import type { VNode } from "preact";
import { counted } from "../../../../rostrum/src/export/phrases.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { Chip } from "../../parts/chip.tsx";
import { changeAt } from "../../record/change-of.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { ChangeDetail } from "./change-detail.tsx";
import { Flow } from "./flow.tsx";
import { numberOfAnswer } from "../../record/number-of-answer.ts";

/** Who changed their mind, when, and after what. */
export function ChangesView(props: ViewProps): VNode {
  const { id, moment, numbers, cell } = props;
  const { rounds, whatIf } = moment.record.result;
  const { changed } = whatIf;
  if (rounds.length === 0) return <p class="dim">There was no round.</p>;
  const change = cell && changeAt(rounds, cell);
  const numberOf = (answer: string | null): number | null =>
    answer === null ? null : numberOfAnswer(rounds, numbers, answer);
  return (
    <div class="changes-view">
      <div>
        <h2>
          {changed.length === 0
            ? "No debater changed its answer"
            : `${counted(changed.length, "change")} of mind`}
        </h2>
        <Flow {...props} />
        <ul class="change-list">
          {changed.map(({ debater, round, from, to }) => {
            const current = cell?.round === round && cell.debater === debater;
            return (
              <li class={current ? "current" : ""}>
                <a
                  href={debateHref(id, "changes", { round, debater })}
                  aria-current={current ? "true" : undefined}
                >
                  {visible(debater)}, round {round}
                </a>
                <Chip answer={from} number={numberOf(from)} brief />
                <span aria-label="to">→</span>
                <Chip answer={to} number={numberOf(to)} brief />
              </li>
            );
          })}
        </ul>
      </div>
      {change ? (
        <ChangeDetail
          change={change}
          see={moment.record.started?.rules.see ?? "all"}
          numberOf={numberOf}
        />
      ) : (
        changed.length > 0 && (
          <p class="dim change-hint">Choose a change to see what came before it.</p>
        )
      )}
    </div>
  );
}
