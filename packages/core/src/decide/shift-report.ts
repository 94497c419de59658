import type { KindCalibration } from "../protocol/calibration.ts";
import type { AgreementCount, SeenDebate, ShiftReport } from "../protocol/shift.ts";
import { pollStep } from "./poll-step.ts";
import { createJudgementFrom } from "./posterior.ts";
import { ALARM, findAgreement, findAlarm, type Agreement } from "./shift-alarm.ts";
import { findCause } from "./shift-cause.ts";

/** What a panel is compared with. */
export interface ShiftReference {
  /** Fingerprint of the calibration. */
  calibration: string;
  known: KindCalibration;
}

/** The last debates, which a cause is looked for in. Older ones may be from before the change. */
const RECENT = 60;

/**
 * Compares how a panel agreed in these debates, oldest first, with its calibration rows; `null` where there is nothing
 * to compare: no rows, or fewer than two of the members asked first are in them.
 */
export function reportShift(
  { calibration, known }: ShiftReference,
  debates: readonly SeenDebate[],
): ShiftReport | null {
  const { members: names = [], rows = [] } = known.replay ?? {};
  const seen = debates.at(-1);
  const watched = names.flatMap((name, member) => (seen?.first.includes(name) ? [member] : []));
  const pair = choosePair(known, names, watched);
  if (seen === undefined || pair === null) return null;
  // A question that is asked again shows nothing about other questions.
  const reference = rows.flatMap(({ said, repeated }) => (repeated ? [] : [said]));
  const together = debates.map(({ first, groups }) =>
    names.map((name) => (first.includes(name) ? (groups[name] ?? null) : null)),
  );
  const nameBoth = ([a, b]: readonly [number, number]): [string, string] => [
    names[a] ?? "",
    names[b] ?? "",
  ];
  const count = (
    both: readonly [number, number],
  ): { since: AgreementCount; before: AgreementCount } => ({
    since: countAgreement(together, both),
    before: countAgreement(reference, both),
  });
  const agreed = listHeldOut(known, names, watched);
  const found = findAlarm(reference, together, watched, { members: pair, agreed });
  return {
    calibration,
    seen,
    debates: debates.length,
    pair: nameBoth(pair),
    ...count(pair),
    alarm: found && {
      at: found.at,
      pair: nameBoth(found.pair),
      way: found.way,
      ...count(found.pair),
      falseAlarms: ALARM.alpha,
      cause: findCause(
        debates.slice(-RECENT).map(({ groups }) => names.map((name) => groups[name] ?? null)),
        known.classes,
        names,
      ),
    },
  };
}

/** The two of these members that a poll would ask first. */
function choosePair(
  known: KindCalibration,
  names: readonly string[],
  watched: readonly number[],
): [number, number] | null {
  const judgement = createJudgementFrom(
    watched.map((member) => names[member] ?? ""),
    known,
  );
  const ways = { target: 0.97, first: 2, batch: 1, costs: [], learned: true, mayGiveUp: false };
  const step = pollStep({ judgement, groups: [], asked: [], ...ways }, true);
  const [a, b] = step.type === "ask" ? step.members.map((member) => watched[member]) : [];
  return a === undefined || b === undefined ? null : [Math.min(a, b), Math.max(a, b)];
}

/** For each row, whether the pair agreed that a poll would ask first if it had not learned from the row's fold. */
function listHeldOut(
  known: KindCalibration,
  names: readonly string[],
  watched: readonly number[],
): boolean[] {
  const { rows = [], folds = [] } = known.replay ?? {};
  return folds.flatMap((classes, fold) => {
    const pair = choosePair({ ...known, classes }, names, watched);
    const own = rows.filter((row) => row.fold === fold && row.repeated !== true);
    return pair === null ? [] : own.flatMap(({ said }) => findAgreement(said, pair) ?? []);
  });
}

function countAgreement(
  questions: readonly Agreement[],
  pair: readonly [number, number],
): AgreementCount {
  const agreed = questions.flatMap((groups) => findAgreement(groups, pair) ?? []);
  return { both: agreed.length, agreed: agreed.filter(Boolean).length };
}
