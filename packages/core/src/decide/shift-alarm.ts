/*
 * Notices without labels that a panel no longer agrees as it did on its calibration rows. Every pair of members that were
 * asked at once is watched; most of the share of false alarms belongs to the pair that a poll would ask first. It may be
 * looked at after every question.
 *
 * If nothing has changed, calibration rows and questions come in any order (they are exchangeable), and the next
 * disagreement is a draw from an urn: after k disagreements in n rows and d in t questions its chance is
 * (k + 1 + d) / (n + 1 + t). The 1 is a disagreement that nobody saw. It pays for not knowing the true share: with it
 * a single look is Fisher's exact test (Altham 1969), and false alarms stay below the nominal share
 * whatever the true one is. A boundary on d spends that share over time (alpha spending, Lan and DeMets 1983).
 */

/** By member, which group of equal answers it is in: negative where it was unreadable, `null` where it wasn't watched. */
export type Agreement = readonly (number | null)[];

export interface PairAlarm {
  /** The question at which it was raised, from 1. */
  at: number;
  pair: readonly [number, number];
  way: "less" | "more";
}

interface AlarmSettings {
  /** Share of false alarms, over all pairs, both ways, and however long it runs. */
  alpha: number;
  /** The part of it that the first pair's agreeing less often has; all other tests share the rest. */
  first: number;
  /** The part of each test's share that is spent on the questions from the first on; the rest on later changes. */
  start: number;
  /** Questions that the test from the first one on looks at. */
  horizon: number;
  /** Another test starts after this many questions each time, and looks at twice as many. */
  every: number;
  /** Half of a test's share is spent on this many questions. */
  soon: number;
}

/** Chosen on every second question of the recorded sets, confirmed on the others. */
export const ALARM: Readonly<AlarmSettings> = {
  alpha: 0.05,
  first: 0.95,
  start: 0.9,
  horizon: 500,
  every: 50,
  soon: 10,
};

/** The pair that is watched most closely. */
export interface FirstPair {
  members: readonly [number, number];
  /**
   * For each row, whether the pair agreed that the other rows would have chosen. The pair itself was chosen by these very
   * rows, so that it agrees a little more often there than elsewhere.
   */
  agreed: readonly boolean[];
}

/** The first alarm that any pair of the watched members raises; `null` where none does. */
export function findAlarm(
  rows: readonly Agreement[],
  questions: readonly Agreement[],
  watched: readonly number[],
  first: FirstPair,
): PairAlarm | null {
  const pairs = listPairs(watched);
  const share = (1 - ALARM.first) / Math.max(1, 2 * pairs.length - 1);
  let found: PairAlarm | null = null;
  for (const pair of pairs) {
    const isFirst = pair.every((member) => first.members.includes(member));
    for (const way of ["less", "more"] as const) {
      const weight = isFirst && way === "less" ? ALARM.first : share;
      const known = isFirst
        ? first.agreed.map((agrees) => agrees === (way === "more"))
        : listEvents(rows, pair, way).map(({ event }) => event);
      const seen = listEvents(questions, pair, way);
      const raised = findCrossing(
        { rows: known.length, events: known.filter(Boolean).length },
        seen.map(({ event }) => event),
        ALARM.alpha * weight,
      );
      const at = raised === null ? null : (seen[raised - 1]?.at ?? 0);
      if (at !== null && (found === null || at < found.at)) found = { at, pair, way };
    }
  }
  return found;
}

function listPairs(members: readonly number[]): [number, number][] {
  return members.flatMap((a, at) => members.slice(at + 1).map((b): [number, number] => [a, b]));
}

/** For each question that both were asked: whether they disagreed (`less`) or agreed (`more`). */
function listEvents(
  questions: readonly Agreement[],
  pair: readonly [number, number],
  way: PairAlarm["way"],
): { at: number; event: boolean }[] {
  return questions.flatMap((groups, index) => {
    const agrees = findAgreement(groups, pair);
    return agrees === null ? [] : [{ at: index + 1, event: agrees === (way === "more") }];
  });
}

/** Whether two members gave the same answer; `null` where one of them wasn't watched. */
export function findAgreement(
  groups: Agreement,
  [a, b]: readonly [number, number],
): boolean | null {
  const [x = null, y = null] = [groups[a], groups[b]];
  return x === null || y === null ? null : x >= 0 && x === y;
}

/** How often something happened in the past. */
interface Reference {
  rows: number;
  events: number;
}

/** The number of questions after which events are too many; `null` where they never are. */
function findCrossing(
  reference: Reference,
  events: readonly boolean[],
  alpha: number,
): number | null {
  const { start, horizon, every } = ALARM;
  let first = Infinity;
  let before = 0;
  for (let from = 0; from < events.length && from < first; from += every) {
    const index = from / every;
    const boundary = findBoundary(
      { rows: reference.rows + from, events: reference.events + before },
      // 1/2 + 1/6 + 1/12 + … = 1: all later tests together have one share.
      index === 0 ? alpha * start : (alpha * (1 - start)) / (index * (index + 1)),
      index === 0 ? horizon : 2 * every,
    );
    let count = 0;
    for (let at = from; at < events.length && at - from < boundary.length - 1; at++) {
      count += Number(events[at]);
      if (count >= (boundary[at - from + 1] ?? Infinity)) {
        first = Math.min(first, at + 1);
        break;
      }
    }
    for (const event of events.slice(from, from + every)) before += Number(event);
  }
  return first === Infinity ? null : first;
}

const boundaries = new Map<string, readonly number[]>();
/** A process that watches many panels forgets boundaries rather than keep them all. */
const MOST_BOUNDARIES = 2_000;

/**
 * The least number of events that raises the alarm, by number of questions. Of alpha, t / (t + soon) may be spent by
 * question t.
 */
function findBoundary(reference: Reference, alpha: number, horizon: number): readonly number[] {
  const key = [reference.rows, reference.events, alpha, horizon].join();
  let boundary = boundaries.get(key);
  if (boundary === undefined) {
    if (boundaries.size >= MOST_BOUNDARIES) boundaries.clear();
    boundaries.set(key, (boundary = computeBoundary(reference, alpha, horizon)));
  }
  return boundary;
}

/** Follows the chance of every number of events that hasn't raised the alarm yet. */
function computeBoundary({ rows, events }: Reference, alpha: number, horizon: number): number[] {
  let chances = new Float64Array(horizon + 2);
  let next = new Float64Array(horizon + 2);
  chances[0] = 1;
  let spent = 0;
  let least = Infinity;
  const boundary = [Infinity];
  for (let t = 1; t <= horizon; t++) {
    next.fill(0, 0, t + 2);
    const most = Math.min(t, least);
    for (let d = 0; d < most; d++) {
      const chance = chances[d] ?? 0;
      const event = (events + 1 + d) / (rows + t);
      next[d] = (next[d] ?? 0) + chance * (1 - event);
      next[d + 1] = chance * event;
    }
    const allowed = (alpha * t) / (t + ALARM.soon);
    let at = Math.min(t, least) + 1;
    let spend = spent;
    while (at > 1 && spend + (next[at - 1] ?? 0) <= allowed) {
      at -= 1;
      spend += next[at] ?? 0;
    }
    least = at <= t ? at : Infinity;
    if (at <= t) {
      spent = spend;
      next.fill(0, at, t + 2);
    }
    boundary.push(least);
    [chances, next] = [next, chances];
  }
  return boundary;
}
