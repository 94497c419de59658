import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";

/** Answers that share a key: one node of the graph that `same` draws. */
interface Group<A> {
  value: A;
  /** The least of the members' wordings: it names the group whatever order they came in. */
  wording: string;
  members: number[];
}

function groupByKey<A>(values: readonly (ReadAnswer<A> | null)[], reader: AnswerReader<A>): Group<A>[] {
  const groups: Group<A>[] = [];
  const byKey = new Map<string, Group<A>>();
  for (let i = 0; i < values.length; i++) {
    const read = values[i];
    if (read === null || read === undefined) continue;
    const key = reader.key?.(read.value);
    const known = key === undefined ? undefined : byKey.get(key);
    if (known === undefined) {
      const group = { value: read.value, wording: read.wording, members: [i] };
      groups.push(group);
      if (key !== undefined) byKey.set(key, group);
    } else {
      known.members.push(i);
      if (read.wording < known.wording) {
        known.wording = read.wording;
        known.value = read.value;
      }
    }
  }
  return groups;
}

const bySize = (a: readonly number[], b: readonly number[]): number => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0);

/** The rows of `same` over all groups. */
function neighbours<A>(groups: readonly Group<A>[], reader: AnswerReader<A>): boolean[][] {
  const rows = groups.map(() => new Array<boolean>(groups.length).fill(false));
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      const [a, b] = [groups[i], groups[j]];
      if (a === undefined || b === undefined || !reader.same(a.value, b.value)) continue;
      rows[i]![j] = true;
      rows[j]![i] = true;
    }
  }
  return rows;
}

const weigh = (groups: readonly Group<unknown>[], picked: readonly number[]): number =>
  picked.reduce((sum, i) => sum + (groups[i]?.members.length ?? 0), 0);

/**
 * Splits the groups so that all within a part are the same, pair by pair (complete link). Where `same`
 * is not transitive several splits would do: the part with most members is taken first, and ties go by
 * wording, never by position, so that any order of the answers gives the same parts.
 */
function cliques<A>(unsorted: readonly Group<A>[], reader: AnswerReader<A>): number[][] {
  const groups = [...unsorted].sort((a, b) => (a.wording < b.wording ? -1 : a.wording > b.wording ? 1 : 0));
  const same = neighbours(groups, reader);
  const left = new Set(groups.keys());
  const parts: number[][] = [];
  while (left.size > 0) {
    const reach = (i: number): number => weigh(groups, [...left].filter((j) => j === i || same[i]![j]));
    const reaches = new Map([...left].map((i) => [i, reach(i)]));
    const order = [...left].sort((a, b) => (reaches.get(b) ?? 0) - (reaches.get(a) ?? 0) || a - b);
    let best: number[] = [];
    for (const seed of order) {
      if ((reaches.get(seed) ?? 0) <= weigh(groups, best)) continue;
      const grown = [seed];
      for (const next of order) if (next !== seed && grown.every((i) => same[i]![next])) grown.push(next);
      if (weigh(groups, grown) > weigh(groups, best)) best = grown;
    }
    for (const i of best) left.delete(i);
    parts.push(best.flatMap((i) => groups[i]?.members ?? []).sort((a, b) => a - b));
  }
  return parts;
}

/**
 * Indices of equal answers: largest cluster first, then the one whose first member comes first. Answers
 * that are `null` are in no cluster.
 */
export function clusterAnswers<A>(values: readonly (ReadAnswer<A> | null)[], reader: AnswerReader<A>): number[][] {
  const groups = groupByKey(values, reader);
  if (groups.length <= 1) return groups.map(({ members }) => members);
  return cliques(groups, reader).sort(bySize);
}
