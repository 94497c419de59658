import { featureNames, featuresOf } from "../../packages/rostrum/src/answers/prose/features.ts";
import { questionOf } from "../../packages/rostrum/src/answers/prose/question.ts";
import type { ProseQuestion } from "../../packages/rostrum/src/answers/prose/question.ts";
import { readProse } from "../../packages/rostrum/src/answers/prose/read-prose.ts";
import type { ProseAnswer } from "../../packages/rostrum/src/answers/prose/understand-prose.ts";
import { rulingOn } from "../../packages/rostrum/src/answers/prose/rules.ts";
import type { Ruling } from "../../packages/rostrum/src/answers/prose/rules.ts";
import { probabilityOf } from "../../packages/rostrum/src/answers/prose/score.ts";
import type { Model } from "../../packages/rostrum/src/answers/prose/score.ts";
import { recordedRows } from "../evidence/recorded.ts";
import { boost } from "./boost.ts";

/** One open question with replies that people judged. */
export interface Judged {
  id: string;
  /** Where the question comes from: `nq` or `tq`. */
  source: string;
  text: string;
  question: ProseQuestion;
  replies: { model: string; text: string; right: boolean; answer: ProseAnswer | null }[];
}

/** Two replies of which at least one is right: both right, the same answer; else different ones. */
export interface Pair {
  row: Judged;
  i: number;
  j: number;
  same: boolean;
  /** `null` where one of the two is unread. */
  features: number[] | null;
  /** What rules say without a score. */
  rule: Ruling;
}

/** A number that depends on the question alone (FNV-1a), to split rows by. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

export const foldOf = ({ text }: Judged, folds: number): number => hashOf(text) % folds;

export function judgedRows(): Judged[] {
  return recordedRows("open-qa.jsonl.gz").map((row) => {
    const text = String(row["question"]);
    const question = questionOf(text);
    const right = row["right"] as Record<string, boolean>;
    const replies = Object.entries(row["outputs"] as Record<string, string>).map(
      ([model, reply]) => ({
        model,
        text: reply,
        right: right[model] === true,
        answer: readProse(question, reply),
      }),
    );
    const id = String(row["id"]);
    return { id, source: id.slice(0, 2), text, question, replies };
  });
}

export function pairsOf(rows: readonly Judged[]): Pair[] {
  const pairs: Pair[] = [];
  for (const row of rows) {
    for (const [i, a] of row.replies.entries()) {
      for (const [j, b] of row.replies.entries()) {
        if (j <= i || (!a.right && !b.right)) continue;
        const read = a.answer !== null && b.answer !== null;
        pairs.push({
          row,
          i,
          j,
          same: a.right && b.right,
          features: read
            ? featuresOf(row.question, a.answer as ProseAnswer, b.answer as ProseAnswer)
            : null,
          rule: read
            ? rulingOn(row.question, a.answer as ProseAnswer, b.answer as ProseAnswer)
            : "different",
        });
      }
    }
  }
  return pairs;
}

/** Shared words may only speak for a pair, words of one's own and a denial only against it. */
const directions = featureNames.map((name) => {
  if (/^(?:focus in|stressed|core in)/.test(name)) return 1;
  return /^(?:own|denied)/.test(name) ? -1 : 0;
});

const settings = { trees: 70, rate: 0.1, leaf: 30, ridge: 5, directions };

const scoreFor = (pairs: readonly Pair[]): Pick<Model, "bias" | "trees"> =>
  boost(
    pairs.flatMap(({ features, same }) => (features === null ? [] : [{ features, same }])),
    settings,
  );

/** What pairs come to: rules first, then the score. */
export const probabilityFor = (model: Pick<Model, "bias" | "trees">, pair: Pair): number => {
  if (pair.features === null || pair.rule === "different") return 0;
  if (pair.rule === "likely") return 0.95;
  if (pair.rule === "unlikely") return 0.2;
  return pair.rule === "same" ? 1 : probabilityOf(model, pair.features);
};

/** Shares of pairs, in each source, that the operating points allow themselves to get wrong. */
export const allowed = { likelierMerged: 0.055, settledMerged: 0.006, settledSplit: 0.004 };

/** The least threshold at which no source has more than a share of these probabilities above it. */
function thresholdFor(scored: readonly { source: string; p: number }[], share: number): number {
  const bySource = Map.groupBy(scored, ({ source }) => source);
  const cuts = [...bySource.values()].map((members) => {
    const sorted = members.map(({ p }) => p).toSorted((a, b) => b - a);
    return sorted[Math.floor(share * sorted.length)] ?? 1;
  });
  // What rules call the same has 1: no threshold shuts it out.
  return Math.min(Math.max(...cuts), 0.9999);
}

/** Fits score and thresholds; the thresholds on scores that never saw the pair's question. */
export function fitProse(pairs: readonly Pair[]): Model {
  const folds = 5;
  const scored = Array.from({ length: folds }, (_, fold) => {
    // Another split than that of held-out rows: an inner one.
    const inside = ({ row }: Pair): boolean => Math.floor(hashOf(row.text) / 2) % folds === fold;
    const model = scoreFor(pairs.filter((pair) => !inside(pair)));
    return pairs.filter(inside).map((pair) => ({
      source: pair.row.source,
      same: pair.same,
      p: probabilityFor(model, pair),
    }));
  }).flat();
  const different = scored.filter(({ same }) => !same);
  const flipped = scored
    .filter(({ same, p }) => same && p > 0)
    .map(({ source, p }) => ({ source, p: -p }));
  return {
    ...scoreFor(pairs),
    likelierSame: thresholdFor(different, allowed.likelierMerged),
    settledSame: thresholdFor(different, allowed.settledMerged),
    settledDifferent: -thresholdFor(flipped, allowed.settledSplit),
  };
}
