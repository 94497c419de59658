import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import {
  describeBasis,
  listCertainty,
  formatCount,
  describeMethod,
  listOwnEstimates,
  listRanking,
  listRisks,
  describeStop,
  describeSwap,
} from "@rostrum/core/export";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import { Bar } from "../../parts/bar.tsx";
import { Chip } from "../../parts/chip.tsx";
import { FewFirst } from "../../parts/few-first.tsx";
import { formatRound } from "../../record/format-round.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { scrollToPart } from "./jump-bar.tsx";
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
    ...listCertainty(result),
    ["Decided by", describeMethod(decision.method)],
    ["Compared", describeBasis(decision.basis)],
    ["Stopped because", describeStop(stopReason)],
    ...(result.swap ? [["Sides swapped", describeSwap(result.swap)] as [string, string]] : []),
    ...listRisks(result),
    ...listOwnEstimates(result),
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

const FEW = 3;

/** The debaters that still differ, with their reasons, because the minority is sometimes right. */
function Dissent({ id, moment, numbers }: Omit<ViewProps, "names">): VNode | null {
  const { dissent, rounds } = moment.record.result;
  if (dissent.length === 0) return null;
  return (
    <div class="dissent">
      <h3>Dissent</h3>
      <FewFirst few={FEW} more={(count) => formatCount(count, "more debater")}>
        {dissent.map(({ debater, answer, reasoning, round }) => {
          const member =
            rounds[round]?.positions.findIndex((each) => each.debater === debater) ?? -1;
          return (
            <li>
              <a href={debateHref(id, "debate", { round, debater })}>{escapeInvisible(debater)}</a>{" "}
              <Chip answer={answer} number={numbers[round]?.[member] ?? null} brief />
              <p class="said dim">{clipLine(stripMarkdown(reasoning), 240)}</p>
            </li>
          );
        })}
      </FewFirst>
    </div>
  );
}

/** How the debaters ranked one another's replies. */
function Ranking({ moment }: Pick<ViewProps, "moment">): VNode | null {
  const { result } = moment.record;
  const rows = listRanking(result);
  if (rows.length === 0) return null;
  const most = Math.max(...(result.ranking ?? []).map(({ points }) => points), 0);
  return (
    <div class="tally ranking">
      <h3>Ranking</h3>
      <ul>
        {rows.map(({ debater, points, range }, place) => (
          <li>
            <span>{escapeInvisible(debater)}</span>
            <Bar share={most === 0 ? 0 : (result.ranking?.[place]?.points ?? 0) / most} />
            <span class="tally-count">
              {points} <span class="dim small">{range === "" ? "points" : `(${range})`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="dim small">
        Points of the ballots
        {result.ranking?.some(({ interval }) => interval)
          ? "; in brackets, where 95% lie when ballots are drawn again"
          : ""}
        .
      </p>
    </div>
  );
}
