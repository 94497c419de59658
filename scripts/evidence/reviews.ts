/*
 * Reviews of code by models, judged by people: what predicts that a comment is valid, and what several reviewers find
 * together.
 *
 *   node scripts/evidence/reviews.ts [draws]
 *
 * Intervals draw the halves and the pull requests, and the reviewers with the pull requests. Takes about five minutes.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import { recordedFile, recordedRows } from "./recorded.ts";
import { drawAgain } from "./resample.ts";
import { mean, percent } from "./watched.ts";

const draws = Number(process.argv[2] ?? 200);

interface Comment {
  pr: string;
  file: string;
  from: number;
  to: number;
  category: string;
  context: string;
  source: string | null;
  comment: string;
  valid: boolean;
}

interface Reviewed {
  golden: { severity: string }[];
  tools: Record<string, { found: number[]; false: number }>;
}

/** A comment as numbers, each 0 where it says nothing. */
type Features = (comment: Comment) => Record<string, number>;

const oneHot =
  (field: "source" | "category" | "context"): Features =>
  (comment) => ({ [`${field} ${comment[field] ?? "person"}`]: 1 });

/** How many other sources have a comment that touches the same lines. */
function countAgreeing(comment: Comment, all: readonly Comment[]): number {
  const { pr, file, from, to, source } = comment;
  const others = all.filter(
    (each) =>
      each.pr === pr &&
      each.file === file &&
      each.from <= to &&
      each.to >= from &&
      each.source !== source,
  );
  return new Set(others.map((each) => each.source)).size;
}

/** The chance that a valid comment scores higher than one that isn't; ties count half. */
function computeAuc(scored: readonly { score: number; valid: boolean }[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  let ranks = 0;
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (end < sorted.length && sorted[end]?.score === sorted[at]?.score) end += 1;
    const valid = sorted.slice(at, end).filter((each) => each.valid).length;
    ranks += valid * ((at + end + 1) / 2);
    at = end;
  }
  const valid = scored.filter((each) => each.valid).length;
  return (ranks - (valid * (valid + 1)) / 2) / (valid * (scored.length - valid));
}

/** Logistic regression with a little ridge, by gradient descent. */
function fit(
  rows: readonly { x: Record<string, number>; valid: boolean }[],
): (x: Record<string, number>) => number {
  const weights = new Map<string, number>();
  const scoreOf = (x: Record<string, number>): number =>
    Object.entries(x).reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);
  for (let step = 0; step < 300; step++) {
    const gradient = new Map<string, number>();
    for (const { x, valid } of rows) {
      const miss = 1 / (1 + Math.exp(-scoreOf(x))) - Number(valid);
      for (const [name, value] of Object.entries(x)) {
        gradient.set(name, (gradient.get(name) ?? 0) + (miss * value) / rows.length);
      }
    }
    for (const [name, slope] of gradient) {
      const weight = weights.get(name) ?? 0;
      const pull = name === "constant" ? 0 : (2 * weight) / rows.length;
      weights.set(name, weight - slope - pull);
    }
  }
  return scoreOf;
}

/** The middle 95 % of what was drawn. */
function findMiddle(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  return [at(0.025), at(0.975)];
}

/** Learned on half of the pull requests, measured on pull requests that are drawn from the other half. */
function measure(comments: readonly Comment[], features: Features): string {
  const prs = [...new Set(comments.map(({ pr }) => pr))];
  const rows = comments.map((comment) => ({
    pr: comment.pr,
    valid: comment.valid,
    x: { constant: 1, ...features(comment) },
  }));
  const byPr = Map.groupBy(rows, ({ pr }) => pr);
  const areas = Array.from({ length: draws }, (_, index) => {
    const random = createRandom(`reviews ${index}`);
    const shuffled = shuffle(prs, random);
    const known = shuffled.slice(0, prs.length / 2);
    const score = fit(known.flatMap((pr) => byPr.get(pr) ?? []));
    const tested = drawAgain(shuffled.slice(known.length), random).flatMap(
      (pr) => byPr.get(pr) ?? [],
    );
    return computeAuc(tested.map(({ x, valid }) => ({ score: score(x), valid })));
  });
  const [low, high] = findMiddle(areas);
  return `${mean(areas).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function predictValidity(): void {
  const all = recordedRows("review-comments.jsonl.gz") as unknown as Comment[];
  const agreeing = new Map(all.map((comment) => [comment, countAgreeing(comment, all)]));
  const agreement: Features = (comment) => ({ agreement: agreeing.get(comment) ?? 0 });
  const length: Features = ({ comment }) => ({ length: Math.log(1 + comment.length) - 5 });
  const kinds: Record<string, Features[]> = {
    source: [oneHot("source")],
    category: [oneHot("category")],
    context: [oneHot("context")],
    "agreement: other sources on the same lines": [agreement],
    length: [length],
    "source, category, agreement, length": [
      oneHot("source"),
      oneHot("category"),
      agreement,
      length,
    ],
    "the same without agreement": [oneHot("source"), oneHot("category"), length],
  };
  const written = all.filter(({ source }) => source !== null);
  console.log(
    `AUC of whether engineers call a comment valid; learned on half of the pull requests, measured on the other; mean of ${draws} draws [middle 95 %]\n`,
  );
  console.log(
    `| predicted by | by models, ${written.length} comments | with people's, ${all.length} |\n|---|---|---|`,
  );
  for (const [title, parts] of Object.entries(kinds)) {
    const features: Features = (comment) =>
      Object.assign({}, ...parts.map((part) => part(comment))) as Record<string, number>;
    console.log(`| ${title} | ${measure(written, features)} | ${measure(all, features)} |`);
  }
  console.log("\n| other sources on the same lines | comments by models | valid |\n|---|---|---|");
  for (const count of [0, 1, 2]) {
    const some = written.filter((comment) => {
      const others = agreeing.get(comment) ?? 0;
      return count === 2 ? others >= 2 : others === count;
    });
    console.log(
      `| ${count === 2 ? "2 or more" : count} | ${some.length} | ${percent(mean(some.map(({ valid }) => Number(valid))))} |`,
    );
  }
  const defects = written.filter(({ category, valid }) => valid && category === "Code Defect");
  const lone = defects.filter((comment) => agreeing.get(comment) === 0).length;
  console.log(
    `\nConfirmed defects that one source alone reported: ${percent(lone / defects.length)} of ${defects.length}`,
  );
}

const SEVERE: ReadonlySet<string> = new Set(["High", "Critical"]);

/** What k reviewers find together, over all ways to choose them. */
function uniteReviewers(): void {
  const rows = recordedRows("review-golden.jsonl.gz") as unknown as Reviewed[];
  const tools = Object.keys(rows[0]?.tools ?? {});
  const golden = rows.reduce((sum, row) => sum + row.golden.length, 0);
  const severe = rows.reduce(
    (sum, row) => sum + row.golden.filter(({ severity }) => SEVERE.has(severity)).length,
    0,
  );
  console.log(
    `\n${rows.length} pull requests with ${golden} golden comments (${severe} high or critical), ${tools.length} reviewers, all ways to choose k of them\n`,
  );
  console.log(
    "| reviewers | found, mean [middle 95 % of draws] | found, worst and best choice | high or critical found | unmatched comments per pull request | unmatched comments per known problem found | the last one adds: found | the last one adds: unmatched |\n|---|---|---|---|---|---|---|---|",
  );
  let before = { found: 0, unmatched: 0 };
  for (let size = 1; size <= tools.length; size++) {
    const each = choose(tools, size).map((chosen) => {
      let found = 0;
      let bad = 0;
      let unmatched = 0;
      for (const { golden: known, tools: said } of rows) {
        const union = new Set(chosen.flatMap((tool) => said[tool]?.found ?? []));
        found += union.size;
        bad += [...union].filter((at) => SEVERE.has(known[at]?.severity ?? "")).length;
        unmatched += chosen.reduce((sum, tool) => sum + (said[tool]?.false ?? 0), 0);
      }
      return { found: found / golden, severe: bad / severe, unmatched: unmatched / rows.length };
    });
    const found = mean(each.map((one) => one.found));
    const unmatched = mean(each.map((one) => one.unmatched));
    const shares = each.map((one) => one.found);
    const [low, high] = findMiddle(drawFound(rows, tools, size));
    console.log(
      `| ${size} | ${percent(found)} [${percent(low)}, ${percent(high)}] | ${percent(Math.min(...shares))} · ${percent(Math.max(...shares))} | ${percent(mean(each.map((one) => one.severe)))} | ${unmatched.toFixed(1)} | ${((unmatched * rows.length) / (found * golden)).toFixed(1)} | ${percent(found - before.found)} | ${(unmatched - before.unmatched).toFixed(1)} |`,
    );
    before = { found, unmatched };
  }
  console.log(
    "\nUnmatched comments of several reviewers are added up, as duplicates can't be seen; unmatched isn't wrong.",
  );
}

/** What this many reviewers find, each time other reviewers and other pull requests. */
function drawFound(rows: readonly Reviewed[], tools: readonly string[], size: number): number[] {
  return Array.from({ length: 10 * draws }, (_, index) => {
    const random = createRandom(`golden ${size} ${index}`);
    const chosen = shuffle(tools, random).slice(0, size);
    const drawn = drawAgain(rows, random);
    const found = drawn.map(
      ({ tools: said }) => new Set(chosen.flatMap((tool) => said[tool]?.found ?? [])).size,
    );
    return mean(found) / mean(drawn.map(({ golden }) => golden.length));
  });
}

function choose<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) =>
    choose(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

if (recordedFile("review-comments") === null) console.log("review-comments: skipped, not here");
else predictValidity();
if (recordedFile("review-golden") === null) console.log("review-golden: skipped, not here");
else uniteReviewers();
