import type { RankedRule } from "../protocol/rule-settings.ts";
import type { RankedDebater } from "../protocol/result.ts";

export type BallotCount = NonNullable<RankedRule["count"]>;

/** One member's ballot. */
export interface CastBallot {
  /** Panel indexes of the texts that it saw. */
  shown: readonly number[];
  /** Panel indexes that it ranks, best first; with approval, those that it approves. */
  ranking: readonly number[];
}

/** A member of the panel whose text was ranked. */
export interface Ranked {
  member: number;
  points: number;
  interval: [number, number] | null;
}

/** With fewer ballots, an interval would mean little. */
const MIN_BALLOTS_FOR_INTERVAL = 5;
const RESAMPLES = 500;
const TAIL = 0.025;

/** Counts ballots: best first, ties in panel order. `random` draws the samples for the intervals. */
export function countBallots(
  candidates: readonly number[],
  ballots: readonly CastBallot[],
  count: BallotCount,
  random: () => number,
): Ranked[] {
  const maxShown = Math.max(
    0,
    ...candidates.map((member) => filterShowing(member, ballots).length),
  );
  const points = countPoints(candidates, ballots, count, maxShown);
  const intervals =
    ballots.length < MIN_BALLOTS_FOR_INTERVAL
      ? null
      : measureIntervals(candidates, ballots, count, maxShown, random);
  return candidates
    .map((member, at) => ({
      member,
      points: round(points[at] ?? 0),
      interval: intervals?.[at] ?? null,
    }))
    .sort((a, b) => b.points - a.points || a.member - b.member);
}

export function nameRanking(ranking: readonly Ranked[], names: readonly string[]): RankedDebater[] {
  return ranking.map(({ member, points, interval }) => ({
    debater: names[member] ?? "",
    points,
    interval,
  }));
}

function countPoints(
  candidates: readonly number[],
  ballots: readonly CastBallot[],
  count: BallotCount,
  /** Ballots that show a member if none is void. */
  maxShown: number,
): number[] {
  if (count === "copeland") return countDuels(candidates, ballots);
  const worth = count === "borda" ? bordaWorth : approvalWorth;
  return candidates.map((member) => {
    const memberBallots = filterShowing(member, ballots);
    const sum = memberBallots.reduce((total, ballot) => total + worth(member, ballot), 0);
    // Scaled, because a member whose own ballot is void is shown on more ballots than the others.
    return memberBallots.length === 0 ? 0 : (sum / memberBallots.length) * maxShown;
  });
}

function filterShowing(member: number, ballots: readonly CastBallot[]): CastBallot[] {
  return ballots.filter(({ shown }) => shown.includes(member));
}

/** One point per text ranked below it. Unranked texts share the last places. */
function bordaWorth(member: number, { shown, ranking }: CastBallot): number {
  const place = ranking.indexOf(member);
  if (place >= 0) return shown.length - 1 - place;
  return (shown.length - ranking.length - 1) / 2;
}

function approvalWorth(member: number, { ranking }: CastBallot): number {
  return ranking.includes(member) ? 1 : 0;
}

/** One point for every other text that more ballots rank below it, half a point for a tie. */
function countDuels(candidates: readonly number[], ballots: readonly CastBallot[]): number[] {
  const points = candidates.map(() => 0);
  const places = ballots.map(findPlaces);
  for (let a = 0; a < candidates.length; a++) {
    for (let b = a + 1; b < candidates.length; b++) {
      let lead = 0;
      for (const place of places) {
        const [one, other] = [place(candidates[a] ?? -1), place(candidates[b] ?? -1)];
        if (one !== null && other !== null) lead += Math.sign(other - one);
      }
      points[a] = (points[a] ?? 0) + (1 + Math.sign(lead)) / 2;
      points[b] = (points[b] ?? 0) + (1 - Math.sign(lead)) / 2;
    }
  }
  return points;
}

/** Returns a lookup of places on a ballot. `null` for texts that it didn't show. */
function findPlaces({ shown, ranking }: CastBallot): (member: number) => number | null {
  const places = new Map(shown.map((member) => [member, ranking.length]));
  ranking.forEach((member, index) => places.set(member, index));
  return (member) => places.get(member) ?? null;
}

/** 95 % intervals of the points, by resampling the ballots with replacement. */
function measureIntervals(
  candidates: readonly number[],
  ballots: readonly CastBallot[],
  count: BallotCount,
  maxShown: number,
  random: () => number,
): [number, number][] {
  const samples = candidates.map((): number[] => []);
  for (let draw = 0; draw < RESAMPLES; draw++) {
    const sample = ballots.map(() => ballots[Math.floor(random() * ballots.length)] as CastBallot);
    const points = countPoints(candidates, sample, count, maxShown);
    points.forEach((value, at) => samples[at]?.push(value));
  }
  return samples.map((values) => {
    values.sort((a, b) => a - b);
    const at = (share: number): number =>
      round(values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);
    return [at(TAIL), at(1 - TAIL)];
  });
}

/** Removes rounding errors of sums of fractions. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
