import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";

/**
 * Groups indexes of equal answers, ascending in each cluster. Sorted by size, then by first member. `null`
 * answers are in no cluster.
 */
export function clusterAnswers<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): number[][] {
  const groups = groupByKey(values, reader);
  const clusters = partition(groups, compareGroups(groups, reader));
  return clusters.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Members whose answers are equal under every clustering. */
export interface AnswerBlock {
  members: readonly number[];
  /** True for each block whose answer counts as the same as this one's. */
  linked: readonly boolean[];
}

/** Finds what is certain about clusters before the last answers arrive: the blocks, and which of them may still join. */
export function findBlocks<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): AnswerBlock[] {
  const groups = groupByKey(values, reader);
  const rows = compareGroups(groups, reader);
  return groups.map(({ members }, at) => ({ members, linked: rows[at] ?? [] }));
}

/** True if two answers count as the same. */
export const isSameAnswer = <A>(
  reader: AnswerReader<A>,
  a: ReadAnswer<A>,
  b: ReadAnswer<A>,
): boolean => reader.same(a.value, b.value, [a, b]);

function groupByKey<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): Group<A>[] {
  const groups: Group<A>[] = [];
  const byKey = new Map<string, Group<A>>();
  for (const [i, read] of values.entries()) {
    if (read === null) continue;
    const key = reader.key?.(read.value, read);
    const existingGroup = key === undefined ? undefined : byKey.get(key);
    if (existingGroup === undefined) {
      const group = { ...read, members: [i] };
      groups.push(group);
      if (key !== undefined) byKey.set(key, group);
    } else {
      existingGroup.members.push(i);
      // The first wording in sort order represents the group, independent of the order of members.
      if (read.wording < existingGroup.wording) Object.assign(existingGroup, read);
    }
  }
  return groups;
}

/** Matrix of `same` for every pair of groups. */
function compareGroups<A>(groups: readonly Group<A>[], reader: AnswerReader<A>): boolean[][] {
  const rows = groups.map(() => groups.map(() => false));
  groups.forEach((one, i) => {
    groups.slice(0, i).forEach((other, j) => {
      const isSame = isSameAnswer(reader, one, other);
      (rows[i] as boolean[])[j] = isSame;
      (rows[j] as boolean[])[i] = isSame;
    });
  });
  return rows;
}

/** Answers that share a key: a node of the graph of `same`. */
export interface Group<A> extends ReadAnswer<A> {
  members: number[];
}

/**
 * Splits groups into parts in which all pairs are the same (complete link). `same` may not be transitive, so
 * several splits are possible: the part with the most members is taken first, and ties are decided by
 * wording, never by position, so that the order of the answers doesn't matter.
 */
function partition<A>(groups: readonly Group<A>[], sameness: readonly boolean[][]): number[][] {
  const weight = (indexes: readonly number[]): number =>
    indexes.reduce((sum, i) => sum + (groups[i]?.members.length ?? 0), 0);
  const linked = (i: number, j: number): boolean => sameness[i]?.[j] === true;
  const isAlone = (i: number): boolean => !sameness[i]?.includes(true);
  const wording = (i: number): string => groups[i]?.wording ?? "";
  const parts = groups.filter((_, i) => isAlone(i)).map(({ members }) => members);
  let remaining = groups.map((_, i) => i).filter((i) => !isAlone(i));
  remaining.sort((a, b) => (wording(a) === wording(b) ? 0 : wording(a) < wording(b) ? -1 : 1));
  while (remaining.length > 0) {
    const reachableWeight = new Map(
      remaining.map((i) => [i, weight(remaining.filter((j) => j === i || linked(i, j)))]),
    );
    // The sort is stable: groups of equal weight stay in the order of their wording.
    const order = [...remaining].sort(
      (a, b) => (reachableWeight.get(b) ?? 0) - (reachableWeight.get(a) ?? 0),
    );
    let best: number[] = [];
    for (const seed of order) {
      if ((reachableWeight.get(seed) ?? 0) <= weight(best)) continue;
      const part = [seed];
      for (const next of order)
        if (next !== seed && part.every((i) => linked(i, next))) part.push(next);
      if (weight(part) > weight(best)) best = part;
    }
    remaining = remaining.filter((i) => !best.includes(i));
    parts.push(best.flatMap((i) => groups[i]?.members ?? []).sort((a, b) => a - b));
  }
  return parts;
}
