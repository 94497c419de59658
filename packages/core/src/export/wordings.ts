import type { ComparedGroup, Position, Round } from "../protocol/position.ts";

/** Wordings of one answer in a round, and who grouped them. */
export interface WordingGroup {
  wordings: { text: string; debaters: string[] }[];
  /** `null`: there is only one wording. */
  by: "rules" | "model" | "rules and model" | "person" | null;
  /** The comparer's description of the answer. For people; never used as an answer. */
  label: string | null;
}

/** Wordings that count as one answer in a round, in the order of its clusters. */
export function groupWordings(rounds: readonly Round[], index: number): WordingGroup[] {
  const round = rounds[index];
  const clusters = Map.groupBy(round?.positions ?? [], ({ cluster }) => cluster ?? -1);
  clusters.delete(-1);
  // Comparisons of earlier rounds still count, because answers are compared only once.
  const modelGroups = rounds
    .slice(0, index + 1)
    .flatMap(({ compared = [] }) => compared.filter(({ by }) => by === "model"))
    .toReversed();
  return [...clusters].sort(([a], [b]) => a - b).map(([, members]) => findGroup(members));

  function findGroup(members: readonly Position[]): WordingGroup {
    const byWording = Map.groupBy(members, ({ answer }) => answer ?? "");
    const wordings = [...byWording].map(([text, holders]) => ({
      text,
      debaters: holders.map(({ debater }) => debater),
    }));
    const countShared = (items: readonly string[]): number =>
      items.filter((item) => byWording.has(item)).length;
    // A label describes the model's group, which a person may have changed.
    const labelGroup = round?.regrouped
      ? undefined
      : modelGroups.find(({ items }) => countShared(items) > 0);
    const joiningGroup = modelGroups.find(({ items }) => countShared(items) > 1);
    return {
      wordings,
      by: getGrouper(joiningGroup ? countShared(joiningGroup.items) : 0),
      label: labelGroup?.label ?? null,
    };

    function getGrouper(byModel: number): WordingGroup["by"] {
      if (wordings.length < 2) return null;
      if (round?.regrouped) return "person";
      if (byModel === 0) return "rules";
      return byModel === wordings.length ? "model" : "rules and model";
    }
  }
}

/**
 * Groups of a round's comparison that its members' answers are in. If a member worded its answer anew, the comparison
 * also has its earlier wording, which may be a group that nobody is in any more.
 */
export function listHeldGroups({ compared = [], positions }: Round): ComparedGroup[] {
  return compared.filter(({ items }) =>
    positions.some(({ answer }) => answer !== null && items.includes(answer)),
  );
}

const GROUPED_BY: Record<NonNullable<WordingGroup["by"]>, string> = {
  rules: "grouped by rules",
  model: "grouped by a model",
  "rules and model": "grouped by rules and a model",
  person: "grouped by a person",
};

/** States who grouped the wordings of an answer. Empty if there is only one. */
export function describeGrouping({ by }: WordingGroup): string {
  return by === null ? "" : GROUPED_BY[by];
}

/**
 * True if a round's grouping is worth showing, because a model or a person decided which wordings are the
 * same.
 */
export function hasWordings(rounds: readonly Round[], index: number): boolean {
  const round = rounds[index];
  if (round?.compared !== undefined || round?.regrouped) return true;
  return groupWordings(rounds, index).some(({ by }) => by !== null && by !== "rules");
}
