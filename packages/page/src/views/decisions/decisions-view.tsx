import type { VNode } from "preact";
import { formatAnswer, describeMethod, formatPercent } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Chip } from "../../parts/chip.tsx";
import { Tally } from "../debate/tally.tsx";
import type { ViewProps } from "../view-props.ts";
import { applyEveryRule, type Ruling } from "./apply-every-rule.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import "../../style/convergence.css";
import "../../style/tables.css";

/** The same ballots under every rule. */
export function DecisionsView(props: ViewProps): VNode {
  const { moment, numbers } = props;
  const { record } = moment;
  const { rounds, decision, answer } = record.result;
  const rulings = applyEveryRule(record);
  if (rulings.length === 0) return <p class="dim">There are no votes to count.</p>;
  const chip = (words: string): VNode => (
    <Chip answer={words} number={findAnswerNumber(rounds, numbers, words)} brief />
  );
  return (
    <div class="decisions-view">
      <section>
        <h2>{formatHeadline(rulings)}</h2>
        <div class="table-frame">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Answer</th>
                <th scope="col">Supported by</th>
              </tr>
            </thead>
            <tbody>
              {rulings.map(({ name, how, choice, answer: words, behind }) => (
                <tr class={choice.cluster === rulings[0]?.choice.cluster ? "" : "differs"}>
                  <th scope="row">
                    {name} <span class="dim small">{how}</span>
                  </th>
                  <td data-name="Answer">{chip(words)}</td>
                  <td data-name="Supported by">
                    <span>
                      {behind.map(escapeInvisible).join(", ")}
                      {choice.belief && (
                        <span class="dim"> · {formatPercent(choice.belief.right)} probable</span>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
            {decision.method !== "none" && (
              <tfoot>
                <tr>
                  <th scope="row">
                    What decided <span class="dim small">{describeMethod(decision.method)}</span>
                  </th>
                  <td data-name="Answer">{chip(formatAnswer(answer, record.result.unit))}</td>
                  <td data-name="Reply of">{escapeInvisible(record.result.winner ?? "")}</td>
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      </section>
      <Tally {...props} />
    </div>
  );
}

function formatHeadline(rulings: readonly Ruling[]): string {
  const [first] = rulings;
  const others = rulings.filter(({ choice }) => choice.cluster !== first?.choice.cluster);
  if (others.length === 0) return "All rules agree";
  return `${others.map(({ name }) => name).join(" and ")} would decide differently`;
}
