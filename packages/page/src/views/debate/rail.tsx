import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { findTie, type DebateRecord } from "@rostrum/core/record";
import {
  describeBasis,
  describeMethod,
  describeStop,
  describeSwap,
  formatAnswer,
  formatCost,
  formatCount,
  formatDuration,
  formatMoment,
  formatNumber,
  listEstimates,
  listRanking,
  listRisks,
} from "@rostrum/core/export";
import { readPanelName } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import type { Moment } from "../../feed/feed.ts";
import { Bar } from "../../parts/bar.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { formatRoute } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { Tally } from "./tally.tsx";

const OtherRules = lazy(async () => (await import("./other-rules.tsx")).OtherRules, "part");

const WIDE = "(min-width: 60.01rem)";

/** Figures and facts about a debate: beside it on a wide screen, folded on a narrow one. */
export function Rail(props: ViewProps): VNode {
  const { moment } = props;
  const { record } = moment;
  const isWide = useMedia(WIDE);
  const [open, setOpen] = useState(false);
  const isDecided = record.result.decision.method !== "none" && record.status !== "running";
  return (
    <aside class="rail" aria-label="Details">
      <details
        open={isWide || open}
        onToggle={({ currentTarget }) => !isWide && setOpen(currentTarget.open)}
      >
        <summary>
          Details <span class="dim small">{describeFigures(moment)}</span>
        </summary>
        <div class="rail-parts">
          <Figures moment={moment} />
          <Asking moment={moment} hasPanels={props.actions !== null} />
          {isDecided && <DecisionFacts {...props} />}
          {isDecided && <Tally {...props} />}
          {isDecided && <Ranking moment={moment} />}
        </div>
      </details>
    </aside>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const updateMatches = (): void => setMatches(list.matches);
    list.addEventListener("change", updateMatches);
    return () => list.removeEventListener("change", updateMatches);
  }, [query]);
  return matches;
}

function describeFigures({ record }: Moment): string {
  const { result, atLeastUsd } = record;
  return `${formatCost(result.costUsd, atLeastUsd)} · ${formatCount(result.usage.calls, "call")}`;
}

/** Rows of a name and a value. */
type Row = [name: string, value: VNode | string];

function FactList({ title, rows }: { title: string; rows: readonly Row[] }): VNode {
  return (
    <section>
      <h2>{title}</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Cost, tokens, calls and time, so far if the debate runs. */
function Figures({ moment }: { moment: Moment }): VNode {
  const { record, events } = moment;
  const { result, atLeastUsd, status } = record;
  const { usage, integrity } = result;
  const repeatedCalls = integrity.clarified > 0 ? `, ${integrity.clarified} asked again` : "";
  const span = result.durationMs || (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
  return (
    <FactList
      title={status === "running" ? "So far" : "Details"}
      rows={[
        ["Cost", formatCost(result.costUsd, atLeastUsd)],
        ["Calls", `${usage.calls}${repeatedCalls}`],
        [
          "Tokens",
          usage.inputTokens === null && usage.outputTokens === null ? (
            "unknown"
          ) : (
            <>
              {formatNumber(usage.inputTokens)} in
              <br />
              {formatNumber(usage.outputTokens)} out
            </>
          ),
        ],
        [
          "Time",
          status === "running" ? <Elapsed since={events[0]?.at ?? 0} /> : formatDuration(span),
        ],
      ]}
    />
  );
}

/** Method of the decision, and whether other methods would have chosen another answer. */
function DecisionFacts({ moment, numbers }: ViewProps): VNode {
  const { record } = moment;
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
  const rows: Row[] = [
    ["Decided by", describeDecider(record)],
    ["Stopped", describeStop(stopReason)],
    ...(decision.tally.length > 1 ? [["Compared", describeBasis(decision.basis)] as Row] : []),
    ...(isVote && decision.method !== "majority"
      ? [["Majority vote", isTied ? "Tied" : compare(votes[0]?.answer ?? null)] as Row]
      : []),
    ...(isVote && rounds.length > 1
      ? [["First round", compare(whatIf.roundZeroVote.answer)] as Row]
      : []),
    ...(swap ? [["Sides swapped", describeSwap(swap)] as Row] : []),
    ...listRisks(result),
    ...listEstimates(result),
  ];
  return (
    <div>
      <FactList title="Decision" rows={rows} />
      {isVote && votes.length > 1 && (
        <details class="other-rules" onToggle={() => setOpened(true)}>
          <summary>Under other rules</summary>
          {opened && <OtherRules record={record} numbers={numbers} />}
        </details>
      )}
    </div>
  );
}

function describeDecider(record: DebateRecord): string {
  const { result, started, status } = record;
  const { review, decision } = result;
  if (review && review.verdict !== "confirm")
    return `${escapeInvisible(review.reviewer ?? "A person")}, not the panel`;
  if (status === "waiting") return "Nobody yet";
  if (findTie(result) !== null) return "Nobody: a tie";
  const words = describeMethod(decision.method);
  if (decision.method === "judged" && started?.judge)
    return started.judge.name === "judge"
      ? "The judge"
      : `${escapeInvisible(started.judge.name)}, the judge`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** User, panel and time of the question. */
function Asking({ moment, hasPanels }: { moment: Moment; hasPanels: boolean }): VNode {
  const { events, record } = moment;
  const { started } = record;
  const { panelName } = readPanelName(started?.metadata);
  const at = events[0]?.at;
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
  if (at !== undefined) rows.push(["When", formatMoment(at)]);
  return <FactList title="Asked" rows={rows} />;
}

/** The members' ranking of one another's replies. */
function Ranking({ moment }: Pick<ViewProps, "moment">): VNode | null {
  const { result } = moment.record;
  const rows = listRanking(result);
  if (rows.length === 0) return null;
  const maxPoints = Math.max(...(result.ranking ?? []).map(({ points }) => points), 0);
  return (
    <section class="tally ranking">
      <h2>Ranking</h2>
      <ul>
        {rows.map(({ debater, points, range }, place) => (
          <li>
            <span>{escapeInvisible(debater)}</span>
            <Bar share={maxPoints === 0 ? 0 : (result.ranking?.[place]?.points ?? 0) / maxPoints} />
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
