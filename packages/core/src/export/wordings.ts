import type { Position, Round } from "../protocol/position.ts";

/** The wordings of one answer in a round, and who put them together. */
export interface WordingGroup {
  wordings: { text: string; debaters: string[] }[];
  /** `null`: there is one wording, so nobody had to. */
  by: "rules" | "model" | "rules and model" | "person" | null;
  /** A comparer's words for the answer. They are for people and never an answer. */
  label: string | null;
}

/** Which wordings count as one answer in a round, in the order of its clusters. */
export function groupWordings(rounds: readonly Round[], index: number): WordingGroup[] {
  const round = rounds[index];
  const clusters = Map.groupBy(round?.positions ?? [], ({ cluster }) => cluster ?? -1);
  clusters.delete(-1);
  // What was compared once is not compared again: the comparison of an earlier round still counts.
  const made = rounds
    .slice(0, index + 1)
    .flatMap(({ compared = [] }) => compared.filter(({ by }) => by === "model"))
    .toReversed();
  return [...clusters].sort(([a], [b]) => a - b).map(([, members]) => findGroup(members));

  function findGroup(members: readonly Position[]): WordingGroup {
    const said = Map.groupBy(members, ({ answer }) => answer ?? "");
    const wordings = [...said].map(([text, holders]) => ({
      text,
      debaters: holders.map(({ debater }) => debater),
    }));
    const shared = (items: readonly string[]): number =>
      items.filter((item) => said.has(item)).length;
    // A label speaks of the group as the model made it; a person has said otherwise.
    const labelled = round?.regrouped ? undefined : made.find(({ items }) => shared(items) > 0);
    const joined = made.find(({ items }) => shared(items) > 1);
    return {
      wordings,
      by: byWhom(joined ? shared(joined.items) : 0),
      label: labelled?.label ?? null,
    };

    function byWhom(byModel: number): WordingGroup["by"] {
      if (wordings.length < 2) return null;
      if (round?.regrouped) return "person";
      if (byModel === 0) return "rules";
      return byModel === wordings.length ? "model" : "rules and model";
    }
  }
}

const BY: Record<NonNullable<WordingGroup["by"]>, string> = {
  rules: "put together by rules",
  model: "put together by a model",
  "rules and model": "put together by rules and a model",
  person: "put together by a person",
};

/** Who put the wordings of an answer together; empty where there is only one. */
export function describeGrouping({ by }: WordingGroup): string {
  return by === null ? "" : BY[by];
}

/** Lists what there is to say about a group: who put it together, and a comparer's words for it. */
export function listGroupNotes(group: WordingGroup): string[] {
  const label = group.label ? `label: ${group.label}` : "";
  return [describeGrouping(group), label].filter((note) => note !== "");
}

/** Whether a round's grouping is worth showing: somebody had to tell which wordings are the same. */
export function hasWordings(rounds: readonly Round[], index: number): boolean {
  const round = rounds[index];
  if (round?.compared !== undefined || round?.regrouped) return true;
  return groupWordings(rounds, index).some(({ by }) => by !== null && by !== "rules");
}
