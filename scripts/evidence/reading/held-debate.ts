import {
  Debate,
  PanelFailedError,
  type AnswerKind,
  type DebateConfig,
  type DebateResult,
  type ModelRequest,
  type Question,
} from "../../../packages/rostrum/src/index.ts";

/** How a comparer groups the answers it is shown, by their places from 0. Those in no group give no answer. */
export type Grouping = (items: readonly string[]) => readonly (readonly number[])[];

export interface Replies {
  question: Question;
  /** By member. */
  replies: Readonly<Record<string, string>>;
  kind?: AnswerKind<unknown>;
  /** Groups what rules leave open. Without it, rules alone compare. */
  comparer?: Grouping;
}

/** Holds one round over fixed replies, as a debate with functions does. `null`: none of them could be read. */
export async function heldDebate(
  { question, replies, kind = "auto", comparer }: Replies,
  more: Partial<DebateConfig<never>> = {},
): Promise<{ result: DebateResult<unknown>; comparerCalls: number } | null> {
  let comparerCalls = 0;
  const compare =
    comparer === undefined
      ? ("rules" as const)
      : ({ items = [] }: ModelRequest): string => {
          comparerCalls += 1;
          return groupsReply(comparer(items), items.length);
        };
  const config = {
    debaters: Object.entries(replies).map(([name, text]) => ({ name, model: () => text })),
    answer: kind,
    rounds: 0,
    compare,
    ...more,
  } as unknown as DebateConfig<unknown>;
  try {
    return { result: await new Debate(config).run(question), comparerCalls };
  } catch (error) {
    if (error instanceof PanelFailedError) return null;
    throw error;
  }
}

function groupsReply(groups: readonly (readonly number[])[], count: number): string {
  const grouped = new Set(groups.flat());
  const none = Array.from({ length: count }, (_, at) => at).filter((at) => !grouped.has(at));
  const numbers = (places: readonly number[]): number[] => places.map((place) => place + 1);
  return JSON.stringify({
    groups: groups.map((items) => ({ items: numbers(items), label: "" })),
    ...(none.length > 0 ? { none: numbers(none) } : {}),
  });
}

/** A comparer that holds everything apart: what still ends up together, rules put there. */
export const holdApart: Grouping = (items) => items.map((_, at) => [at]);

/** Members by the group they ended in; those that don't vote are in none. */
export function groupsIn(result: DebateResult<unknown>): ReadonlyMap<string, number> {
  const positions = result.rounds[0]?.positions ?? [];
  return new Map(
    positions.flatMap(({ debater, cluster }) => (cluster === null ? [] : [[debater, cluster]])),
  );
}

/** What was read in each member's reply; `null`: nothing. */
export function answersIn(result: DebateResult<unknown>): ReadonlyMap<string, string | null> {
  const positions = result.rounds[0]?.positions ?? [];
  return new Map(positions.map(({ debater, answer }) => [debater, answer]));
}

/** Every two of these names. */
export function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((a, at) => names.slice(at + 1).map((b): [string, string] => [a, b]));
}

export const percent = (part: number, whole: number, digits = 1): string =>
  (whole === 0 ? 0 : (100 * part) / whole).toFixed(digits);
