import type { KindCalibration } from "../protocol/calibration.ts";
import type { AgreementCount, SeenDebate, ShiftReport } from "../protocol/shift.ts";
import { choosePollStepGiven } from "./poll-step.ts";
import { createBeliefModelFrom } from "./posterior.ts";
import { ALARM, findAgreement, findAlarm, type Agreement } from "./shift-alarm.ts";
import { findCause } from "./shift-cause.ts";

/** Calibration that a panel is compared with. */
export interface ShiftReference {
  /** Fingerprint of the calibration. */
  calibration: string;
  known: KindCalibration;
}

/** Number of recent debates in which a cause is searched. Older ones may precede the change. */
const RECENT_DEBATES = 60;

/**
 * Compares the agreement in these debates, oldest first, with the calibration rows. `null` if there are no
 * rows, or if they cover fewer than two of the members called first.
 */
export function reportShift(
  { calibration, known }: ShiftReference,
  debates: readonly SeenDebate[],
): ShiftReport | null {
  const { members: names = [], rows = [] } = known.replay ?? {};
  const latest = debates.at(-1);
  const watched = names.flatMap((name, member) => (latest?.first.includes(name) ? [member] : []));
  const pair = choosePair(known, names, watched);
  if (latest === undefined || pair === null) return null;
  // Repeated questions give no evidence about other questions.
  const reference = rows.flatMap((row) => (row.repeated ? [] : [row.said]));
  const jointAnswers = debates.map(({ first, groups }) =>
    names.map((name) => (first.includes(name) ? (groups[name] ?? null) : null)),
  );
  const nameBoth = ([a, b]: readonly [number, number]): [string, string] => [
    names[a] ?? "",
    names[b] ?? "",
  ];
  const count = (
    both: readonly [number, number],
  ): { since: AgreementCount; before: AgreementCount } => ({
    since: countAgreement(jointAnswers, both),
    before: countAgreement(reference, both),
  });
  const agreed = listHeldOutAgreement(known, names, watched);
  const alarm = findAlarm(reference, jointAnswers, watched, { members: pair, agreed });
  return {
    calibration,
    seen: latest,
    debates: debates.length,
    pair: nameBoth(pair),
    ...count(pair),
    alarm: alarm && {
      at: alarm.at,
      pair: nameBoth(alarm.pair),
      way: alarm.way,
      ...count(alarm.pair),
      falseAlarms: ALARM.alpha,
      cause: findCause(
        debates
          .slice(-RECENT_DEBATES)
          .map(({ groups }) => names.map((name) => groups[name] ?? null)),
        known.classes,
        names,
      ),
    },
  };
}

/** The two watched members that a poll would call first. */
function choosePair(
  kindCalibration: KindCalibration,
  names: readonly string[],
  watched: readonly number[],
): [number, number] | null {
  const beliefModel = createBeliefModelFrom(
    watched.map((member) => names[member] ?? ""),
    kindCalibration,
  );
  const settings = { target: 0.97, first: 2, batch: 1, costs: [], learned: true, mayGiveUp: false };
  const step = choosePollStepGiven({ beliefModel, groups: [], asked: [], ...settings }, true);
  const [a, b] = step.type === "ask" ? step.members.map((member) => watched[member]) : [];
  return a === undefined || b === undefined ? null : [Math.min(a, b), Math.max(a, b)];
}

/**
 * For each row, whether the pair agreed that a poll would call first without having learned from the row's
 * fold.
 */
function listHeldOutAgreement(
  kindCalibration: KindCalibration,
  names: readonly string[],
  watched: readonly number[],
): boolean[] {
  const { rows = [], folds = [] } = kindCalibration.replay ?? {};
  return folds.flatMap((classes, fold) => {
    const pair = choosePair({ ...kindCalibration, classes }, names, watched);
    const foldRows = rows.filter((row) => row.fold === fold && row.repeated !== true);
    return pair === null ? [] : foldRows.flatMap((row) => findAgreement(row.said, pair) ?? []);
  });
}

function countAgreement(
  questions: readonly Agreement[],
  pair: readonly [number, number],
): AgreementCount {
  const agreed = questions.flatMap((groups) => findAgreement(groups, pair) ?? []);
  return { both: agreed.length, agreed: agreed.filter(Boolean).length };
}
