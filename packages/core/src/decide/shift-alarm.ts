/*
 * Detects without labels that a panel's agreement differs from its calibration rows. Every pair of members that were
 * called at once is watched; the pair that a poll would call first has most of the allowed share of false alarms. The
 * test may be evaluated after every question.
 *
 * If nothing has changed, calibration rows and questions are exchangeable, and the next disagreement is a draw from an
 * urn: after k disagreements in n rows and d in t questions, its probability is (k + 1 + d) / (n + 1 + t). The 1 is a
 * pseudo-disagreement that accounts for the unknown true share: with it, a single look is Fisher's exact test (Altham
 * 1969), and false alarms stay below the nominal share whatever the true one is. A boundary on d spends that share over
 * time (alpha spending, Lan and DeMets 1983).
 */

/** Group of equal answers of each member. Negative: unreadable. `null`: not watched. */
export type Agreement = readonly (number | null)[];

export interface PairAlarm {
  /** Number of the question that raised it, from 1. */
  at: number;
  pair: readonly [number, number];
  way: "less" | "more";
}

interface AlarmSettings {
  /** Share of false alarms, over all pairs, both directions, and any number of questions. */
  alpha: number;
  /** Share of `alpha` for the first pair agreeing less often. All other tests share the rest. */
  first: number;
  /** Share of each test's `alpha` for changes from the first question on. The rest is for later changes. */
  start: number;
  /** Number of questions that the first test covers. */
  horizon: number;
  /** Another test starts every so many questions, and covers twice as many. */
  firstTestGap: number;
  /** Half of a test's `alpha` is spent on this many questions. */
  halfSpentAfter: number;
}

/** Tuned on every second question of the recorded sets, and confirmed on the others. */
export const ALARM: Readonly<AlarmSettings> = {
  alpha: 0.05,
  first: 0.95,
  start: 0.9,
  horizon: 500,
  firstTestGap: 50,
  halfSpentAfter: 10,
};

/** The pair with most of `alpha`. */
export interface FirstPair {
  members: readonly [number, number];
  /**
   * For each row, whether the pair agreed that the other rows would select. Needed because the pair was
   * selected by these very rows, where it agrees a little more often than elsewhere.
   */
  agreed: readonly boolean[];
}

/** First alarm of any pair of the watched members. `null`: none. */
export function findAlarm(
  rows: readonly Agreement[],
  questions: readonly Agreement[],
  watched: readonly number[],
  first: FirstPair,
): PairAlarm | null {
  const pairs = listPairs(watched);
  const share = (1 - ALARM.first) / Math.max(1, 2 * pairs.length - 1);
  let firstAlarm: PairAlarm | null = null;
  for (const pair of pairs) {
    const isFirst = pair.every((member) => first.members.includes(member));
    for (const way of ["less", "more"] as const) {
      const weight = isFirst && way === "less" ? ALARM.first : share;
      const referenceEvents = isFirst
        ? first.agreed.map((agrees) => agrees === (way === "more"))
        : listEvents(rows, pair, way).map(({ event }) => event);
      const observedEvents = listEvents(questions, pair, way);
      const crossing = findCrossing(
        { rows: referenceEvents.length, events: referenceEvents.filter(Boolean).length },
        observedEvents.map(({ event }) => event),
        ALARM.alpha * weight,
      );
      const at = crossing === null ? null : (observedEvents[crossing - 1]?.at ?? 0);
      if (at !== null && (firstAlarm === null || at < firstAlarm.at))
        firstAlarm = { at, pair, way };
    }
  }
  return firstAlarm;
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

/** True if two members gave the same answer. `null` if one of them wasn't watched. */
export function findAgreement(
  groups: Agreement,
  [a, b]: readonly [number, number],
): boolean | null {
  const [x = null, y = null] = [groups[a], groups[b]];
  return x === null || y === null ? null : x >= 0 && x === y;
}

/** Frequency of the event in the calibration rows. */
interface Reference {
  rows: number;
  events: number;
}

/** Number of questions after which there are too many events. `null`: never. */
function findCrossing(
  reference: Reference,
  events: readonly boolean[],
  alpha: number,
): number | null {
  const { start, horizon, firstTestGap } = ALARM;
  let first = Infinity;
  let earlierEvents = 0;
  for (let from = 0; from < events.length && from < first; from += firstTestGap) {
    const index = from / firstTestGap;
    const boundary = findBoundary(
      { rows: reference.rows + from, events: reference.events + earlierEvents },
      // 1/2 + 1/6 + 1/12 + … = 1: all later tests together have one share.
      index === 0 ? alpha * start : (alpha * (1 - start)) / (index * (index + 1)),
      index === 0 ? horizon : 2 * firstTestGap,
    );
    let count = 0;
    for (let at = from; at < events.length && at - from < boundary.length - 1; at++) {
      count += Number(events[at]);
      if (count >= (boundary[at - from + 1] ?? Infinity)) {
        first = Math.min(first, at + 1);
        break;
      }
    }
    for (const event of events.slice(from, from + firstTestGap)) earlierEvents += Number(event);
  }
  return first === Infinity ? null : first;
}

const boundaries = new Map<string, readonly number[]>();
/** Limits memory in a process that watches many panels. */
const MAX_CACHED_BOUNDARIES = 2_000;

/**
 * Smallest number of events that raises the alarm, by number of questions. By question t, a share
 * t / (t + ALARM.halfSpentAfter) of alpha may be spent.
 */
function findBoundary(reference: Reference, alpha: number, horizon: number): readonly number[] {
  const key = [reference.rows, reference.events, alpha, horizon].join();
  let boundary = boundaries.get(key);
  if (boundary === undefined) {
    if (boundaries.size >= MAX_CACHED_BOUNDARIES) boundaries.clear();
    boundaries.set(key, (boundary = computeBoundary(reference, alpha, horizon)));
  }
  return boundary;
}

/** Tracks the probability of each number of events that hasn't raised the alarm yet. */
function computeBoundary({ rows, events }: Reference, alpha: number, horizon: number): number[] {
  let chances = new Float64Array(horizon + 2);
  let next = new Float64Array(horizon + 2);
  chances[0] = 1;
  let spent = 0;
  let threshold = Infinity;
  const boundary = [Infinity];
  for (let t = 1; t <= horizon; t++) {
    next.fill(0, 0, t + 2);
    const maxEvents = Math.min(t, threshold);
    for (let d = 0; d < maxEvents; d++) {
      const chance = chances[d] ?? 0;
      const event = (events + 1 + d) / (rows + t);
      next[d] = (next[d] ?? 0) + chance * (1 - event);
      next[d + 1] = chance * event;
    }
    const allowed = (alpha * t) / (t + ALARM.halfSpentAfter);
    let at = Math.min(t, threshold) + 1;
    let spend = spent;
    while (at > 1 && spend + (next[at - 1] ?? 0) <= allowed) {
      at -= 1;
      spend += next[at] ?? 0;
    }
    threshold = at <= t ? at : Infinity;
    if (at <= t) {
      spent = spend;
      next.fill(0, at, t + 2);
    }
    boundary.push(threshold);
    [chances, next] = [next, chances];
  }
  return boundary;
}
