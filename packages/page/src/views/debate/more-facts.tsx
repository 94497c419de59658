import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { findTie } from "@rostrum/core/record";
import {
  describeStop,
  describeSwap,
  formatAnswer,
  formatCount,
  formatDateTime,
  formatNumber,
  listRanking,
} from "@rostrum/core/export";
import { readPanelName, type StopReason } from "@rostrum/core/protocol";
import { capitalize, escapeInvisible } from "@rostrum/core/support";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { Bar } from "../../parts/bar.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { isDecided } from "../../record/phase.ts";
import { formatRoute } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { FactList, type Row } from "./fact-list.tsx";
import { Tally } from "./tally.tsx";

const OtherRules = lazy(async () => (await import("./other-rules.tsx")).OtherRules, "part");

/** Fewer members have a row each, which shows their votes. */
const MAX_MEMBERS_WITHOUT_TALLY = 4;

/** Facts that few readers need: tokens, who asked, other rules, and votes of large panels. */
export function MoreFacts(props: ViewProps): VNode {
  const { snapshot, actions } = props;
  const { record } = snapshot;
  const isLarge = (record.started?.panel.length ?? 0) > MAX_MEMBERS_WITHOUT_TALLY;
  return (
    <div class="rail-parts">
      <Asking snapshot={snapshot} hasPanels={actions !== null} />
      {isDecided(record) && <DecisionFacts {...props} />}
      {isDecided(record) && isLarge && <Tally {...props} />}
      {isDecided(record) && <Ranking snapshot={snapshot} />}
    </div>
  );
}

/** Method of the decision, and whether other methods would have chosen another answer. */
function DecisionFacts({ snapshot, numbers }: ViewProps): VNode {
  const { record } = snapshot;
  const { result } = record;
  const { decision, stopReason, review, whatIf, rounds, swap } = result;
  const [opened, setOpened] = useState(false);
  const answer = formatAnswer(result.answer, result.unit);
  const winningAnswer =
    decision.tally.find(
      ({ debaters }) => result.winner !== null && debaters.includes(result.winner),
    )?.answer ?? answer;
  const compare = (other: string | null): string => {
    if (other === null) return "No answer";
    const isSameAnswer =
      other === winningAnswer ||
      findAnswerNumber(rounds, numbers, other) === findAnswerNumber(rounds, numbers, winningAnswer);
    return isSameAnswer ? "Same answer" : "Another answer";
  };
  const votes = decision.tally.toSorted((a, b) => b.votes - a.votes);
  const isVote = votes.length > 0 && review === undefined && result.agreement !== null;
  const isTied = votes.length > 1 && votes[0]?.votes === votes[1]?.votes;
  const hasAnswer = findTie(result) === null && record.status !== "waiting";
  const rows: Row[] = [
    ["Ended", capitalize(describeEnd(stopReason, rounds.length))],
    ...(isVote && decision.method !== "majority"
      ? [["Majority vote", isTied ? "Tied" : compare(votes[0]?.answer ?? null)] as Row]
      : []),
    ...(isVote && rounds.length > 1 && hasAnswer
      ? [["First round", compare(whatIf.roundZeroVote.answer)] as Row]
      : []),
    ...(swap ? [["Sides swapped", capitalize(describeSwap(swap))] as Row] : []),
  ];
  return (
    <div>
      <FactList title="Decision" rows={rows} />
      {isVote && votes.length > 1 && (
        <details class="other-rules" onToggle={() => setOpened(true)}>
          <summary>Other ways to count</summary>
          {opened && <OtherRules record={record} numbers={numbers} />}
        </details>
      )}
    </div>
  );
}

/** Why the debate ended: "after 2 rounds", or what settled it earlier. */
function describeEnd(stopReason: StopReason, rounds: number): string {
  return stopReason === "max_rounds"
    ? `after ${formatCount(rounds, "round")}`
    : describeStop(stopReason);
}

/** User, panel and time of the question. */
function Asking({ snapshot, hasPanels }: { snapshot: DebateSnapshot; hasPanels: boolean }): VNode {
  const { events, record } = snapshot;
  const { started } = record;
  const { usage } = record.result;
  const { panelName } = readPanelName(started?.metadata);
  const startedAt = events[0]?.at;
  const rows: Row[] = [];
  if (started?.userId !== undefined) rows.push(["By", escapeInvisible(started.userId)]);
  if (panelName !== undefined)
    rows.push([
      "Panel",
      hasPanels ? (
        <a href={formatRoute({ screen: "panels", panel: panelName })}>
          {escapeInvisible(panelName)}
        </a>
      ) : (
        escapeInvisible(panelName)
      ),
    ]);
  if (startedAt !== undefined) rows.push(["When", formatDateTime(startedAt)]);
  rows.push([
    "Tokens",
    usage.inputTokens === null && usage.outputTokens === null ? (
      "Unknown"
    ) : (
      <>
        {formatNumber(usage.inputTokens)} in
        <br />
        {formatNumber(usage.outputTokens)} out
      </>
    ),
  ]);
  return <FactList title="Asked" rows={rows} />;
}

/** The members' ranking of one another's replies. */
function Ranking({ snapshot }: Pick<ViewProps, "snapshot">): VNode | null {
  const { result } = snapshot.record;
  const rows = listRanking(result);
  if (rows.length === 0) return null;
  const maxPoints = Math.max(...(result.ranking ?? []).map(({ points }) => points), 0);
  return (
    <section class="tally ranking">
      <h2>Ranking</h2>
      <ul>
        {rows.map(({ debater, points, range }, index) => (
          <li>
            <span>{escapeInvisible(debater)}</span>
            <Bar share={maxPoints === 0 ? 0 : (result.ranking?.[index]?.points ?? 0) / maxPoints} />
            <span class="tally-count">
              {points} <span class="dim small">{range === "" ? "points" : `(${range})`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="dim small">
        Points from the ballots
        {result.ranking?.some(({ interval }) => interval)
          ? "; in brackets, their 95 % interval"
          : ""}
        .
      </p>
    </section>
  );
}
