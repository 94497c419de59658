import { choose, lastCounting } from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { ballotsOf, type Ballots } from "./ballots.ts";
import type { Caps } from "./caps.ts";
import { decidedByJudge, decidedByVote, wordsOf, type Circumstances } from "./decision.ts";
import { askJudge, type Judgment } from "./judge.ts";
import type { SetAttribute } from "./ports.ts";
import type { Table } from "./table.ts";

/** Turns the latest votes into one answer, and says who differs. */
export async function conclude(
  table: Table,
  stopReason: string,
  caps: Caps,
  set: SetAttribute,
): Promise<SynthesizedEvent> {
  const { decide, judge } = table.setting;
  const { rounds } = table.ports;
  const ballots = await ballotsOf(table);
  const circumstances: Circumstances = {
    stopReason,
    independent: lastCounting(rounds)?.index === 0,
  };
  const checked = decidedByCheck(ballots, circumstances);
  if (checked !== null) return checked;
  if (typeof decide === "function" || decide.type !== "judged") {
    return decidedByVote(ballots, choose(decide, ballots.count), circumstances);
  }
  const majority = choose({ type: "majority" }, ballots.count);
  const unanimous = lastCounting(rounds)?.agreement === 1;
  if (judge === null || (unanimous && !decide.always)) {
    return decidedByVote(ballots, majority, circumstances);
  }
  const judgment = await askJudge(table, judge, decide, ballots.reader, caps, set);
  if (decides(judgment, ballots)) return decidedByJudge(ballots, judgment, circumstances);
  const voted = decidedByVote(ballots, { ...majority, fallback: "majority" }, circumstances);
  return { ...voted, ...wordsOf(judgment) };
}

/** A checker has the first word: what it found right stands, and better no answer than a refuted one. */
function decidedByCheck(ballots: Ballots, circumstances: Circumstances): SynthesizedEvent | null {
  const { count, locked } = ballots;
  if (locked !== null) {
    const choice = {
      method: "verified",
      winner: locked.speaker,
      cluster: count.clusters.indexOf(locked),
    };
    return decidedByVote(ballots, choice, circumstances);
  }
  if (count.clusters.length > 0) return null;
  return decidedByVote(ballots, { method: "vetoed", winner: -1, cluster: -1 }, circumstances);
}

/** Whether the judge named somebody, and nobody whom a checker has refuted. */
function decides({ picked, value }: Judgment, { count, isVetoed }: Ballots): boolean {
  if (picked !== null) return count.clusters.some(({ members }) => members.includes(picked));
  return value !== null && !isVetoed(value.value);
}
