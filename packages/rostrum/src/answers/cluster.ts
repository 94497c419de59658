import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { partition, type Group } from "./partition.ts";

/**
 * Indices of equal answers, ascending in each cluster: largest cluster first, then the one whose first
 * member comes first. Answers that are `null` are in no cluster.
 */
export function clusterAnswers<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): number[][] {
  const groups = groupByKey(values, reader);
  const clusters = partition(groups, compareGroups(groups, reader));
  return clusters.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Whether two answers, as they were read, count as the same. */
export const sameAnswer = <A>(
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
    const known = key === undefined ? undefined : byKey.get(key);
    if (known === undefined) {
      const group = { ...read, members: [i] };
      groups.push(group);
      if (key !== undefined) byKey.set(key, group);
    } else {
      known.members.push(i);
      // The first wording in sort order names the group, so the order of its members doesn't matter.
      if (read.wording < known.wording) Object.assign(known, read);
    }
  }
  return groups;
}

/** What `same` says of every pair of groups, as rows of a table. */
function compareGroups<A>(groups: readonly Group<A>[], reader: AnswerReader<A>): boolean[][] {
  const rows = groups.map(() => groups.map(() => false));
  for (const [i, one] of groups.entries()) {
    for (const [j, other] of groups.slice(0, i).entries()) {
      const same = sameAnswer(reader, one, other);
      for (const [from, to] of [
        [i, j],
        [j, i],
      ] as const)
        (rows[from] as boolean[])[to] = same;
    }
  }
  return rows;
}
