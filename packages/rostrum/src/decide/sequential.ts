import { beliefIn, jointLogs, type Judgement } from "./posterior.ts";

export interface PollQuestion {
  judgement: Judgement;
  /** Members that gave a readable answer, by answer. */
  groups: readonly (readonly number[])[];
  /** Members asked so far, readable or not. */
  asked: readonly number[];
  target: number;
  first: number;
  batch: number;
  /** What asking each member takes, relative to the others: above 0; 1 where it is unknown. */
  costs: readonly number[];
  /** There are rows that speak of this panel. */
  learned: boolean;
  /** Stop when nobody left could make it sure. Only a calibration can tell. */
  mayGiveUp: boolean;
}

export type PollAnswer =
  | { type: "ask"; members: number[] }
  /** The target is met. */
  | { type: "sure" }
  /** It can't be met by asking on. */
  | { type: "gave_up" }
  /** Nobody is left to ask. */
  | { type: "all_asked" };

/** A call that improves the chance of being right by less than this isn't worth making. */
const WORTHWHILE = 0.03;

/** Whom to ask next, or that the answer is sure enough, or that asking on won't make it so. */
export function askNext(poll: PollQuestion): PollAnswer {
  const { judgement, groups, asked, target, first, batch } = poll;
  const left = judgement.names
    .map((_, member) => member)
    .filter((member) => !asked.includes(member));
  // Without rows nothing is ever sure, so there is nothing to wait for.
  if (!poll.learned) {
    return left.length === 0 ? { type: "all_asked" } : { type: "ask", members: left };
  }
  const learned = mayBeSure(judgement, target);
  if (learned && asked.length >= first && sureness(groups, judgement) >= target) {
    return { type: "sure" };
  }
  if (left.length === 0) return { type: "all_asked" };
  const ranked = left
    .map((member) => ({ member, gain: gainOf(member, poll) }))
    .sort((a, b) => b.gain.worth - a.gain.worth || a.member - b.member);
  if (asked.length === 0) return { type: "ask", members: pick(ranked, first) };
  if (poll.mayGiveUp && asked.length >= first) {
    const best = Math.max(...ranked.map(({ gain }) => gain.accuracy));
    const reachable = learned && bestCase(groups, left, judgement) >= target;
    if (best < WORTHWHILE && !reachable) {
      return { type: "gave_up" };
    }
  }
  return { type: "ask", members: pick(ranked, Math.max(batch, first - asked.length)) };
}

/**
 * Being wrong once in thirty-three times can't be learned from ten sure rows: so many sure rows are
 * needed as there are cases for each error that the target allows.
 */
function mayBeSure({ known }: Judgement, target: number): boolean {
  const sureRows = known.beliefs.filter((belief) => belief >= target).length;
  return sureRows * (1 - target) >= 1;
}

function pick(ranked: readonly { member: number }[], count: number): number[] {
  return ranked.slice(0, count).map(({ member }) => member);
}

export function sureness(groups: readonly (readonly number[])[], judgement: Judgement): number {
  return groups.length === 0 ? 0 : Math.max(...beliefIn(groups, judgement).right);
}

interface Gain {
  /** Expected rise of the chance that the leading answer is right. */
  accuracy: number;
  /** The same and the chance of being sure afterwards, for what the call takes. */
  worth: number;
}

/** Looks one call ahead: over every group the member might join, or a new answer of its own. */
function gainOf(member: number, { groups, judgement, target, costs }: PollQuestion): Gain {
  const now = jointLogs(groups, judgement);
  const seen = now.reduce((sum, log) => sum + Math.exp(log), 0);
  let leading = 0;
  let sure = 0;
  for (let group = 0; group <= groups.length; group++) {
    const joint = jointLogs(joined(groups, group, [member]), judgement).map(Math.exp);
    const likely = joint.reduce((sum, part) => sum + part, 0);
    const best = Math.max(...joint.slice(1));
    leading += best / seen;
    if (best >= target * likely) sure += likely / seen;
  }
  const accuracy = leading - sureness(groups, judgement);
  return { accuracy, worth: (accuracy + sure) / (costs[member] ?? 1) };
}

/** How sure it could get if everybody left took one side. */
function bestCase(
  groups: readonly (readonly number[])[],
  left: readonly number[],
  judgement: Judgement,
): number {
  const cases = groups.map(
    (_, group) => beliefIn(joined(groups, group, left), judgement).right[group] ?? 0,
  );
  return Math.max(0, ...cases);
}

function joined(
  groups: readonly (readonly number[])[],
  group: number,
  members: readonly number[],
): number[][] {
  const copy = groups.map((each) => [...each]);
  (copy[group] ??= []).push(...members);
  return copy;
}
