/*
 * Finds the most likely cause of a change in a panel's agreement: compares the likelihoods of the replies if the
 * questions became harder or easier, if one member was replaced or is hostile, and if two members became twins.
 */
import type { DifficultyClass } from "../protocol/calibration.ts";
import type { ShiftCause } from "../protocol/shift.ts";
import { logSum } from "./likelihood.ts";
import {
  createClassTable,
  jointLogs,
  readPanelClass,
  type ClassTable,
  type PanelClass,
} from "./posterior.ts";
import type { Agreement } from "./shift-alarm.ts";

const DIFFICULTY_SHIFTS = [-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3];
const REPLACEMENT_SHIFTS = [-4, -3, -2, -1.5, -1, 1, 1.5, 2, 3];
/** Probability that a hostile member is right. */
const HOSTILE_RELIABILITY = 0.02;
/** Probability that twins differ. */
const TWINS_DIFFER_RATE = 0.02;

/** Minimum gain in log likelihood over no change. */
const MIN_GAIN = 3;

/** Cause under which the replies are most likely. `unknown` if none is clearly better than no change. */
export function findCause(
  questions: readonly Agreement[],
  classes: readonly DifficultyClass[],
  names: readonly string[],
): ShiftCause {
  const panelClasses = classes.map((difficultyClass) => readPanelClass(difficultyClass, names));
  const groups = questions.map(groupMembers);
  const computeLogLikelihood = (changedClasses: readonly PanelClass[]): number => {
    const tables = changedClasses.map(createClassTable);
    return groups.reduce((sum, rowGroups) => sum + logAgreement(rowGroups, tables), 0);
  };
  const base = computeLogLikelihood(panelClasses);
  // A free parameter costs half of the logarithm of the number of questions (Schwarz criterion), and a choice
  // among members the logarithm of their number.
  const price = Math.log(Math.max(2, questions.length)) / 2;
  const members = names.map((_, member) => member);
  const candidates: { cause: ShiftCause; gain: number }[] = [];
  const consider = (type: ShiftCause["type"], who: readonly number[], gain: number): void => {
    candidates.push({ cause: { type, members: who.map((member) => names[member] ?? "") }, gain });
  };
  for (const [type, way] of [
    ["harder", -1],
    ["easier", 1],
  ] as const) {
    const logs = DIFFICULTY_SHIFTS.filter((shift) => shift * way > 0).map((shift) =>
      computeLogLikelihood(shiftAll(panelClasses, shift)),
    );
    consider(type, [], Math.max(...logs) - base - price);
  }
  for (const member of members) {
    const choice = Math.log(names.length);
    const logs = REPLACEMENT_SHIFTS.map((shift) =>
      computeLogLikelihood(
        changeMember(panelClasses, member, (chance) => shiftProbability(chance, shift)),
      ),
    );
    consider("replaced", [member], Math.max(...logs) - base - price - choice);
    consider(
      "hostile",
      [member],
      computeLogLikelihood(changeMember(panelClasses, member, () => HOSTILE_RELIABILITY)) -
        base -
        choice,
    );
  }
  const tables = panelClasses.map(createClassTable);
  for (const a of members) {
    for (const b of members.slice(a + 1)) {
      const computeTwinLikelihood = (original: number, copy: number): number =>
        groups.reduce((sum, rowGroups) => sum + logTwins(rowGroups, original, copy, tables), 0);
      const choices = (names.length * (names.length - 1)) / 2;
      consider(
        "twins",
        [a, b],
        Math.max(computeTwinLikelihood(a, b), computeTwinLikelihood(b, a)) -
          base -
          Math.log(choices),
      );
    }
  }
  const [best] = candidates.toSorted((x, y) => y.gain - x.gain);
  return best === undefined || best.gain < MIN_GAIN ? { type: "unknown", members: [] } : best.cause;
}

/** Groups members by answer. */
function groupMembers(groups: Agreement): number[][] {
  const readable = groups.flatMap((group, member) =>
    group === null || group < 0 ? [] : [{ group, member }],
  );
  return [...Map.groupBy(readable, ({ group }) => group).values()].map((alike) =>
    alike.map(({ member }) => member),
  );
}

/** Changes the difficulty: every member's reliability, and the shares of the classes. */
function shiftAll(classes: readonly PanelClass[], shift: number): PanelClass[] {
  // The first class is the easy one.
  const odds = classes.map(({ share }, index) => share * Math.exp(index === 0 ? shift : 0));
  const total = odds.reduce((sum, classOdds) => sum + classOdds, 0);
  return classes.map((panelClass, index) => ({
    ...panelClass,
    share: (odds[index] ?? 0) / total,
    reliability: panelClass.reliability.map((chance) => shiftProbability(chance, shift / 3)),
  }));
}

/** Changes one member's reliability in all classes. */
function changeMember(
  classes: readonly PanelClass[],
  member: number,
  change: (chance: number) => number,
): PanelClass[] {
  return classes.map((panelClass) => ({
    ...panelClass,
    reliability: panelClass.reliability.map((chance, at) =>
      at === member ? change(chance) : chance,
    ),
  }));
}

function shiftProbability(chance: number, shift: number): number {
  return 1 / (1 + Math.exp(-(Math.log(chance / (1 - chance)) + shift)));
}

/** Log likelihood of the observed agreement, whichever group is right. */
function logAgreement(
  groups: readonly (readonly number[])[],
  tables: readonly ClassTable[],
): number {
  return jointLogs(groups, { tables, twins: [] }).reduce(logSum, -Infinity);
}

/** Log likelihood if `copy` repeats the answers of another member. */
function logTwins(
  groups: readonly (readonly number[])[],
  original: number,
  copy: number,
  tables: readonly ClassTable[],
): number {
  const findGroup = (member: number): number => groups.findIndex((group) => group.includes(member));
  if (findGroup(copy) < 0 || findGroup(original) < 0) return logAgreement(groups, tables);
  if (findGroup(copy) !== findGroup(original)) {
    return Math.log(TWINS_DIFFER_RATE) + logAgreement(groups, tables);
  }
  const groupsWithoutCopy = groups.map((group) => group.filter((member) => member !== copy));
  return Math.log(1 - TWINS_DIFFER_RATE) + logAgreement(groupsWithoutCopy, tables);
}
