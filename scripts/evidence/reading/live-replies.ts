/* Open questions with five replies each, in the styles of a current model, and how two annotators grouped them. */
import { existsSync, readFileSync } from "node:fs";
import {
  answersIn,
  groupsIn,
  heldDebate,
  holdApart,
  pairsOf,
  type Grouping,
} from "./held-debate.ts";

const file = new URL("../../../../shared/live/replies.jsonl", import.meta.url);

export const hasLiveReplies = (): boolean => existsSync(file);

/** By reply, the number of its group; `null`: it gives no answer. */
type Groups = Record<string, number | null>;

interface LiveQuestion {
  id: string;
  question: string;
  outputs: Record<string, string>;
  groups: Groups[];
}

export interface LiveScore {
  questions: number;
  pairs: number;
  /** Pairs that rules put together, or can't be kept from putting together, though both annotators hold them apart. */
  mergedByRule: number;
  /** Pairs that rules hold apart though both annotators and a comparer put them together. */
  splitByRule: number;
  /** Pairs that end as an annotator says if the comparer answers as that annotator does, of `2 × pairs`. */
  asAnnotated: number;
}

/** Holds a debate over every question, once without a comparer's help and once for each annotator. */
export async function scoreLiveReplies(): Promise<LiveScore> {
  const questions = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LiveQuestion);
  const score = {
    questions: questions.length,
    pairs: 0,
    mergedByRule: 0,
    splitByRule: 0,
    asAnnotated: 0,
  };
  for (const row of questions) await addQuestion(score, row);
  return score;
}

async function addQuestion(score: LiveScore, row: LiveQuestion): Promise<void> {
  const { question, outputs: replies, groups } = row;
  const pairs = pairsOf(Object.keys(replies));
  score.pairs += pairs.length;
  const apart = await heldDebate({ question, replies, comparer: holdApart });
  const together = await heldDebate({
    question,
    replies,
    comparer: (items) => [items.map((_, at) => at)],
  });
  const held = (debate: typeof apart, [a, b]: [string, string]): boolean => {
    const found = debate === null ? new Map<string, number>() : groupsIn(debate.result);
    return found.has(a) && found.get(a) === found.get(b);
  };
  const said = (by: Groups, [a, b]: [string, string]): boolean =>
    by[a] !== null && by[a] !== undefined && by[a] === by[b];
  const bothAnswer = ([a, b]: [string, string]): boolean =>
    groups.every((by) => typeof by[a] === "number" && typeof by[b] === "number");
  for (const pair of pairs) {
    if (held(apart, pair) && groups.every((by) => !said(by, pair))) score.mergedByRule += 1;
    if (!held(together, pair) && bothAnswer(pair) && groups.every((by) => said(by, pair)))
      score.splitByRule += 1;
  }
  const answers = apart === null ? new Map<string, string | null>() : answersIn(apart.result);
  for (const by of groups) {
    const debate = await heldDebate({ question, replies, comparer: asAnnotator(by, answers) });
    score.asAnnotated += pairs.filter((pair) => held(debate, pair) === said(by, pair)).length;
  }
}

function asAnnotator(by: Groups, answers: ReadonlyMap<string, string | null>): Grouping {
  return (items) => {
    const groups = new Map<number, number[]>();
    for (const [at, item] of items.entries()) {
      const name = [...answers].find(([, answer]) => answer === item)?.[0];
      const group = name === undefined ? null : (by[name] ?? null);
      if (group !== null) groups.set(group, [...(groups.get(group) ?? []), at]);
    }
    return [...groups.values()];
  };
}
