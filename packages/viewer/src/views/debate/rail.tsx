import type { VNode } from "preact";
import type { DebateRecord } from "rostrum";
import {
  basisWords,
  certaintyRows,
  methodWords,
  ownEstimateRows,
  riskRows,
  stopWords,
  swapWords,
} from "rostrum/page";
import { formatRound } from "../../record/round-name.ts";
import type { ViewProps } from "../view-props.ts";
import { Dissent } from "./dissent.tsx";
import { scrollToPart } from "./jump-bar.tsx";
import { Ranking } from "./ranking.tsx";
import { Tally } from "./tally.tsx";

interface RailProps extends ViewProps {
  /** Whether it has a list of the parts of the page. */
  contents: boolean;
}

/** Votes, dissent and facts. They stay visible while the rounds are read. */
export function Rail(props: RailProps): VNode {
  const { moment, contents } = props;
  return (
    <aside class="rail" aria-label="Votes and dissent" tabIndex={0}>
      {contents && <Contents record={moment.record} />}
      <Tally {...props} />
      <Ranking moment={moment} />
      <Dissent {...props} />
      <Facts record={moment.record} />
    </aside>
  );
}

/** The parts of the page, to jump to. */
function Contents({ record }: { record: DebateRecord }): VNode {
  const rounds = record.result.rounds.map(({ index }): [string, string] => [
    `round-${index}`,
    formatRound(index, record),
  ]);
  return (
    <nav class="contents" aria-label="On this page">
      {[["verdict", "Verdict"] as [string, string], ...rounds].map(([id, name]) => (
        <button type="button" class="quiet" onClick={() => scrollToPart(id)}>
          {name}
        </button>
      ))}
    </nav>
  );
}

function Facts({ record: { result } }: { record: DebateRecord }): VNode {
  const { decision, stopReason } = result;
  const rows: [string, string][] = [
    ...certaintyRows(result),
    ["Decided by", methodWords(decision.method)],
    ["Compared", basisWords(decision.basis)],
    ["Stopped because", stopWords(stopReason)],
    ...(result.swap ? [["Sides swapped", swapWords(result.swap)] as [string, string]] : []),
    ...riskRows(result),
    ...ownEstimateRows(result),
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
