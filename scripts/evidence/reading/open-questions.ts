/*
 * Open questions that five models answered in their own words, with people's verdicts. Two right replies count
 * as the same answer, a right and a wrong one as different answers; two wrong ones are unknown and left out.
 */
import { recordedRows } from "../recorded.ts";
import { answersIn, groupsIn, heldDebate, pairsOf, type Grouping } from "./held-debate.ts";

export interface OpenScore {
  source: string;
  questions: number;
  replies: number;
  unread: number;
  differentPairs: number;
  /** Different pairs that rules settled as the same. */
  mergedByRule: number;
  samePairs: number;
  seenByRule: number;
  /** Questions that the vote gets right: by rules alone, and with a comparer that has a person's eye. */
  votedByRules: number;
  voted: number;
  comparerCalls: number;
  bestMember: number;
  /** Questions that a vote gets right if people group the replies. */
  groupedByPeople: number;
}

interface Row {
  question: string;
  outputs: Record<string, string>;
  right: Record<string, boolean>;
}

/** Holds a debate over every question of a source (`nq`, `tq`). */
export async function scoreOpenQuestions(source: string): Promise<OpenScore> {
  const rows = recordedRows("open-qa.jsonl.gz").filter(({ id }) => String(id).startsWith(source));
  const score: OpenScore = {
    source,
    questions: rows.length,
    replies: 0,
    unread: 0,
    differentPairs: 0,
    mergedByRule: 0,
    samePairs: 0,
    seenByRule: 0,
    votedByRules: 0,
    voted: 0,
    comparerCalls: 0,
    bestMember: 0,
    groupedByPeople: 0,
  };
  const rightBy = new Map<string, number>();
  for (const row of rows as unknown as Row[]) {
    await addQuestion(score, row);
    for (const [name, right] of Object.entries(row.right))
      rightBy.set(name, (rightBy.get(name) ?? 0) + Number(right));
  }
  score.bestMember = Math.max(...rightBy.values());
  return score;
}

async function addQuestion(score: OpenScore, row: Row): Promise<void> {
  const { question, outputs: replies, right } = row;
  const names = Object.keys(replies);
  score.replies += names.length;
  const rights = names.filter((name) => right[name]);
  // Wrong replies are held apart, so a right one loses only if it is alone and not the first.
  score.groupedByPeople += Number(rights.length > 1 || rights[0] === names[0]);
  const byRules = await heldDebate({ question, replies });
  if (byRules === null) {
    score.unread += names.length;
    return;
  }
  const answers = answersIn(byRules.result);
  const ruled = groupsIn(byRules.result);
  score.unread += names.filter((name) => answers.get(name) === null).length;
  score.votedByRules += Number(right[byRules.result.winner ?? ""] === true);
  for (const [a, b] of pairsOf(names)) {
    if (!right[a] && !right[b]) continue;
    const together = ruled.has(a) && ruled.get(a) === ruled.get(b);
    const same = right[a] === right[b];
    if (same) score.samePairs += 1;
    else score.differentPairs += 1;
    if (together && same) score.seenByRule += 1;
    if (together && !same) score.mergedByRule += 1;
  }
  const judged = await heldDebate({ question, replies, comparer: personsEye(row, answers) });
  score.voted += Number(right[judged?.result.winner ?? ""] === true);
  score.comparerCalls += judged?.comparerCalls ?? 0;
}

/** All that a person called right is one answer. Wrong ones are held apart: nobody said which are alike. */
function personsEye({ right }: Row, answers: ReadonlyMap<string, string | null>): Grouping {
  const isRight = (item: string): boolean =>
    [...answers].some(([name, answer]) => answer === item && right[name]);
  return (items) => {
    const places = items.map((_, at) => at);
    const rights = places.filter((at) => isRight(items[at] ?? ""));
    const wrongs = places.filter((at) => !rights.includes(at)).map((at) => [at]);
    return rights.length === 0 ? wrongs : [rights, ...wrongs];
  };
}
