import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { formatPercent, describeStop } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Chip } from "../../parts/chip.tsx";
import { nameValue } from "../../settings/setting-words.ts";
import type { ViewProps } from "../view-props.ts";
import { AgreementChart } from "./agreement-chart.tsx";
import { listStopRules } from "../compared-rules.ts";
import { findStop } from "./find-stop.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import "../../style/convergence.css";
import "../../style/tables.css";

/** Agreement by round, and the rounds in which other stop rules would have ended the debate. */
export function ConvergenceView({ snapshot, numbers }: ViewProps): VNode {
  const [share, setShare] = useState(0.8);
  const { record } = snapshot;
  const rounds = record.result.rounds.slice(0, record.completedRounds);
  if (rounds.length === 0) return <p class="dim">No round is finished.</p>;
  const shares = rounds.flatMap(({ agreement }) => agreement ?? []);
  if (shares.length < rounds.length) return <p class="dim">Nobody votes in this debate.</p>;
  const { question, stopReason } = record.result;
  const stops = listStopRules(share).map(([name, rule]) => findStop(name, rule, question, rounds));
  return (
    <div class="convergence-view">
      <section>
        <h2>Agreement by round</h2>
        <AgreementChart shares={shares} threshold={share} />
        <label class="slider">
          <span>
            Stop at an agreement of <output>{formatPercent(share)}</output>
          </span>
          <input
            type="range"
            min={50}
            max={100}
            step={5}
            value={share * 100}
            onInput={({ currentTarget }) => setShare(Number(currentTarget.value) / 100)}
          />
        </label>
      </section>
      <section>
        <h2>Where another rule would have stopped</h2>
        <p class="dim">
          It stopped after round {rounds.length} because {describeStop(stopReason)}. It was to stop
          when{" "}
          {record.started?.rules.stop
            .map((rule) => escapeInvisible(nameValue("stop", rule)))
            .join(", or when ")}
          .
        </p>
        <div class="table-frame">
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Stops after</th>
                <th scope="col">Majority at that point</th>
                <th scope="col">Members' calls</th>
              </tr>
            </thead>
            <tbody>
              {stops.map(({ name, round, answer, calls }) => (
                <tr>
                  <th scope="row">{name}</th>
                  <td data-name="Stops after">
                    {round === null ? "not in these rounds" : `round ${round + 1}`}
                  </td>
                  <td data-name="Majority at that point">
                    <Chip
                      answer={answer}
                      number={answer === null ? null : findAnswerNumber(rounds, numbers, answer)}
                      brief
                    />
                  </td>
                  <td class="figure" data-name="Members' calls">
                    {round === null ? `more than ${calls}` : calls}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}
