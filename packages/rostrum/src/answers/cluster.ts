import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { membersOf, partition } from "./partition.ts";
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
      key === undefined ? undefined : byKey === null ? withKey(groups, key) : byKey.get(key);
    if (known === undefined) {
      const group = groupOf(read, key, i);
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

function withKey<A>(groups: readonly Group<A>[], key: string): Group<A> | undefined {
  for (const group of groups) if (group.key === key) return group;
  return undefined;
}

/** Field by field, because fields that follow a spread take several times as long. */
function groupOf<A>(read: ReadAnswer<A>, key: string | undefined, first: number): Group<A> {
  const { value, wording, verbatim, unit } = read;
  const group: Group<A> = { value, wording, key, members: [first] };
  if (verbatim !== undefined) group.verbatim = verbatim;
  if (unit !== undefined) group.unit = unit;
  return group;
}

/** What `same` says of all groups, pair by pair. */
function compared<A>(groups: readonly Group<A>[], reader: AnswerReader<A>): boolean[] {
  const pairs: boolean[] = [];
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      pairs.push(sameAnswer(reader, groups[i] as Group<A>, groups[j] as Group<A>));
    }
  }
  return pairs;
}

/** The same as rows of a table. */
function rowsOf(pairs: readonly boolean[], size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  let next = 0;
  for (const [i, row] of rows.entries()) {
    for (let j = i + 1; j < size; j++) {
      const same = pairs[next++] === true;
      row[j] = same;
      (rows[j] as boolean[])[i] = same;
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
  if (groups.length === 1) return [(groups[0] as Group<A>).members];
  const pairs = compared(groups, reader);
  // Mostly all pairs differ, or all are the same.
  if (!pairs.includes(true)) return largestFirst(groups.map(({ members }) => members));
  if (!pairs.includes(false)) return [membersOf(groups)];
  return largestFirst(partition(groups, rowsOf(pairs, groups.length)));
}

/** Mostly they are in this order, and to sort takes longer than to look. */
function largestFirst(clusters: number[][]): number[][] {
  let before: readonly number[] | undefined;
  for (const cluster of clusters) {
    if (before !== undefined && bySize(before, cluster) > 0) return clusters.sort(bySize);
    before = cluster;
  }
  return clusters;
}
