import type { VNode } from "preact";
import { findLabelInRounds, type DebateRecord } from "@rostrum/core/record";
import type { WhatIf } from "@rostrum/core/protocol";
import { formatCost, formatMoney } from "@rostrum/core/export";
import { Chip } from "../../parts/chip.tsx";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import "../../style/tables.css";
import "../../style/what-if.css";

interface WhatIfTableProps {
  record: DebateRecord;
  numbers: readonly (readonly (number | null)[])[];
}

/** Answers that cheaper methods would have given, computed from the same calls. */
export function WhatIfTable({ record, numbers }: WhatIfTableProps): VNode {
  const { whatIf, rounds, usage, costUsd } = record.result;
  const rows: [string, WhatIf | undefined][] = [
    ["First member alone", whatIf.single],
    ["Most confident alone", whatIf.bestSingle],
    ["Vote of the first round", whatIf.roundZeroVote],
  ];
  return (
    <div class="what-if">
      <table>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Answer</th>
            <th scope="col">Calls</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ([name, would]) =>
              would && (
                <tr>
                  <th scope="row">{name}</th>
                  <td>
                    <Chip
                      answer={findLabelInRounds(rounds, would.answer) ?? would.answer}
                      number={
                        would.answer === null
                          ? null
                          : findAnswerNumber(rounds, numbers, would.answer)
                      }
                      brief
                    />
                  </td>
                  <td class="figure">{would.calls}</td>
                  <td class="figure">{formatMoney(would.usd)}</td>
                </tr>
              ),
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">This debate</th>
            <td />
            <td class="figure">{usage.calls}</td>
            <td class="figure">{formatCost(costUsd, record.atLeastUsd)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
