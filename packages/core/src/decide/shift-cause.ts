/*
 * What changed when a panel no longer agrees as it did on its calibration rows: compares how likely the replies are if
 * the questions became harder, if one member was replaced or answers wrongly, and if two members became one.
 */
import type { DifficultyClass } from "../protocol/calibration.ts";
import type { ShiftCause } from "../protocol/shift.ts";
import { logSum, logWrongGroups } from "./likelihood.ts";
import type { Agreement } from "./shift-alarm.ts";

/** By class and member, how likely it is right. */
type Reliability = number[][];

interface Model {
  shares: number[];
  reliability: Reliability;
}

const DIFFICULTY = [-3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3];
const REPLACED = [-4, -3, -2, -1.5, -1, 1, 1.5, 2, 3];
/** How often a member that answers wrongly is right. */
const HOSTILE = 0.02;
/** How often twins still differ. */
const TWINS_DIFFER = 0.02;

/** A cause must explain the replies this much better than the calibration does, in log likelihood. */
const MARGIN = 3;

/** The cause under which the replies are most likely; `unknown` where none is clearly better than no change. */
export function findCause(
  questions: readonly Agreement[],
  classes: readonly DifficultyClass[],
  names: readonly string[],
): ShiftCause {
  const usual: Model = {
    shares: classes.map(({ share }) => share),
    reliability: classes.map(({ reliability, otherwise }) =>
      names.map((name) => reliability[name] ?? otherwise),
    ),
  };
  const groups = questions.map(groupMembers);
  const likely = (model: Model): number =>
    groups.reduce((sum, each) => sum + logPartition(each, model, classes), 0);
  const base = likely(usual);
  // A free parameter costs half of the logarithm of the number of questions (Schwarz's criterion), and a choice among
  // members the logarithm of their number.
  const price = Math.log(Math.max(2, questions.length)) / 2;
  const members = names.map((_, member) => member);
  const found: { cause: ShiftCause; gain: number }[] = [];
  const consider = (type: ShiftCause["type"], who: readonly number[], gain: number): void => {
    found.push({ cause: { type, members: who.map((member) => names[member] ?? "") }, gain });
  };
  for (const [type, way] of [
    ["harder", -1],
    ["easier", 1],
  ] as const) {
    const logs = DIFFICULTY.filter((shift) => shift * way > 0).map((shift) =>
      likely(shiftAll(usual, shift)),
    );
    consider(type, [], Math.max(...logs) - base - price);
  }
  for (const member of members) {
    const choice = Math.log(names.length);
    const logs = REPLACED.map((shift) => likely(shiftMember(usual, member, shift)));
    consider("replaced", [member], Math.max(...logs) - base - price - choice);
    consider("hostile", [member], likely(setMember(usual, member, HOSTILE)) - base - choice);
  }
  for (const a of members) {
    for (const b of members.slice(a + 1)) {
      const asOne = (kept: number, copy: number): number =>
        groups.reduce((sum, each) => sum + logTwins(each, kept, copy, usual, classes), 0);
      const choices = (names.length * (names.length - 1)) / 2;
      consider("twins", [a, b], Math.max(asOne(a, b), asOne(b, a)) - base - Math.log(choices));
    }
  }
  const [best] = found.toSorted((x, y) => y.gain - x.gain);
  return best === undefined || best.gain < MARGIN ? { type: "unknown", members: [] } : best.cause;
}

/** Members by the answer that they gave. */
function groupMembers(groups: Agreement): number[][] {
  const readable = groups.flatMap((group, member) =>
    group === null || group < 0 ? [] : [{ group, member }],
  );
  return [...Map.groupBy(readable, ({ group }) => group).values()].map((alike) =>
    alike.map(({ member }) => member),
  );
}

/** The questions' difficulty changes: every member's chance, and the shares of the classes with it. */
function shiftAll({ shares, reliability }: Model, shift: number): Model {
  // The first class is the easy one.
  const odds = shares.map((share, index) => share * Math.exp(index === 0 ? shift : 0));
  const total = odds.reduce((sum, each) => sum + each, 0);
  return {
    shares: odds.map((each) => each / total),
    reliability: reliability.map((each) => each.map((chance) => moved(chance, shift / 3))),
  };
}

function shiftMember({ shares, reliability }: Model, member: number, shift: number): Model {
  return {
    shares,
    reliability: reliability.map((each) =>
      each.map((chance, at) => (at === member ? moved(chance, shift) : chance)),
    ),
  };
}

function setMember({ shares, reliability }: Model, member: number, value: number): Model {
  return {
    shares,
    reliability: reliability.map((each) =>
      each.map((chance, at) => (at === member ? value : chance)),
    ),
  };
}

function moved(chance: number, shift: number): number {
  return 1 / (1 + Math.exp(-(Math.log(chance / (1 - chance)) + shift)));
}

/** Log likelihood of who agreed with whom. */
function logPartition(
  groups: readonly (readonly number[])[],
  { shares, reliability }: Model,
  classes: readonly DifficultyClass[],
): number {
  let total = -Infinity;
  classes.forEach(({ sharing, traps }, index) => {
    const chances = reliability[index] ?? [];
    let allWrong = Math.log(shares[index] ?? 0);
    const turned = groups.map((members) => {
      let gain = 0;
      for (const member of members) {
        const chance = chances[member] ?? 0.5;
        allWrong += Math.log(1 - chance);
        gain += Math.log(chance) - Math.log(1 - chance);
      }
      return gain;
    });
    for (let right = -1; right < groups.length; right++) {
      const sizes = groups.flatMap(({ length }, group) => (group === right ? [] : [length]));
      total = logSum(
        total,
        allWrong + (turned[right] ?? 0) + logWrongGroups(sizes, sharing, traps),
      );
    }
  });
  return total;
}

/** The copy says what the other one says. */
function logTwins(
  groups: readonly (readonly number[])[],
  kept: number,
  copy: number,
  model: Model,
  classes: readonly DifficultyClass[],
): number {
  const of = (member: number): number => groups.findIndex((each) => each.includes(member));
  if (of(copy) < 0 || of(kept) < 0) return logPartition(groups, model, classes);
  if (of(copy) !== of(kept)) {
    return Math.log(TWINS_DIFFER) + logPartition(groups, model, classes);
  }
  const without = groups.map((each) => each.filter((member) => member !== copy));
  return Math.log(1 - TWINS_DIFFER) + logPartition(without, model, classes);
}
