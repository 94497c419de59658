import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { partition } from "./partition.ts";
import type { Group } from "./partition.ts";
import { sameAnswer } from "./same-answer.ts";

/** A panel is small, so searching a few keys is faster than hashing them. */
const few = 8;

function groupByKey<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): Group<A>[] {
  const groups: Group<A>[] = [];
  const byKey =
    reader.key === undefined || values.length <= few ? null : new Map<string, Group<A>>();
  for (let i = 0; i < values.length; i++) {
    const read = values[i];
    if (read === null || read === undefined) continue;
    const key = reader.key?.(read.value, read);
    const known =
      key === undefined
        ? undefined
        : byKey === null
          ? groups.find((group) => group.key === key)
          : byKey.get(key);
    if (known === undefined) {
      const group: Group<A> = { ...read, key, members: [i] };
      groups.push(group);
      if (key !== undefined) byKey?.set(key, group);
    } else {
      known.members.push(i);
      // The first wording in sort order names the group, so the order of its members doesn't matter.
      if (read.wording < known.wording) Object.assign(known, read);
    }
  }
  return groups;
}

/** Rows of `same` over all groups; `null` if no two are the same. */
function links<A>(groups: readonly Group<A>[], reader: AnswerReader<A>): boolean[][] | null {
  let rows: boolean[][] | null = null;
  for (const [i, a] of groups.entries()) {
    for (let j = i + 1; j < groups.length; j++) {
      const b = groups[j];
      if (b === undefined || !sameAnswer(reader, a, b)) continue;
      rows ??= groups.map(() => new Array<boolean>(groups.length).fill(false));
      const [row, other] = [rows[i], rows[j]];
      if (row !== undefined) row[j] = true;
      if (other !== undefined) other[i] = true;
    }
  }
  return rows;
}

const bySize = (a: readonly number[], b: readonly number[]): number =>
  b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0);

/**
 * Indices of equal answers, ascending in each cluster: largest cluster first, then the one whose first
 * member comes first. Answers that are `null` are in no cluster.
 */
export function clusterAnswers<A>(
  values: readonly (ReadAnswer<A> | null)[],
  reader: AnswerReader<A>,
): number[][] {
  const groups = groupByKey(values, reader);
  const same = groups.length > 1 ? links(groups, reader) : null;
  const clusters = same === null ? groups.map(({ members }) => members) : partition(groups, same);
  return clusters.length > 1 ? clusters.sort(bySize) : clusters;
}
