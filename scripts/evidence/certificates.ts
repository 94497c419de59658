/*
 * Whether certificates keep what they promise, on recorded replies of real models: random panels of seven, certified on
 * some rows, tested on at least 250 others. Mode `delivered`: at most alpha of all questions get a wrong answer.
 *
 *   node scripts/evidence/certificates.ts [panels of each set] [odd|even]
 *
 * "Over" is the share of issued certificates whose wrong deliveries are more than alpha at p < .05. Takes about ten
 * minutes for 60 panels. `odd` and `even` use half of the models.
 */
import "../lib/saved-output.ts";
import {
  createJudgementFrom,
  createPollReplayer,
  type Judgement,
} from "../../packages/core/src/decide/index.ts";
import { certify, type CertifyOptions } from "../../packages/eval/src/index.ts";
import { binomialAtLeast } from "../../packages/eval/src/statistics/binomial.ts";
import { calibrationOf, kindOf, panelOf, type Panel, type PanelRow } from "./polls.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";

const panels = Number(process.argv[2] ?? 60);
const half = process.argv[3];
const ALPHAS = [0.02, 0.05, 0.1];
/** More test rows than these tell little more. */
const MOST_TESTED = 400;
const LEAST_TESTED = 250;

const WAYS: Record<string, Pick<CertifyOptions, "mode" | "promise">> = {
  "on average": { mode: "delivered", promise: "average" },
  "to the holder": { mode: "delivered", promise: "holder" },
};

/** How a poll ended. */
interface PollEnd {
  delivered: boolean;
  wrong: boolean;
}

function pollRows(judgement: Judgement, rows: readonly PanelRow[], target: number): PollEnd[] {
  const poll = createPollReplayer(judgement, { target, first: 2, batch: 1, costs: [] });
  return rows.map((row) => {
    const { end, right } = poll(row);
    return { delivered: end === "sure", wrong: end === "sure" && !right };
  });
}

interface Case {
  set: string;
  alpha: number;
  way: string;
  issued: boolean;
  delivered: number;
  wrong: number;
  over: boolean;
}

/** Half of the models: panels of the two halves have no member in common. */
function someModels(readings: Readings): Readings {
  if (half === undefined) return readings;
  const kept = [...readings.models.keys()].filter((at) => at % 2 === (half === "odd" ? 1 : 0));
  const pick = (list: readonly number[]): number[] => kept.map((at) => list[at] ?? -1);
  return {
    ...readings,
    models: kept.map((at) => readings.models[at] ?? ""),
    questions: readings.questions.map((question) => ({
      ...question,
      said: pick(question.said),
      tokens: pick(question.tokens),
    })),
  };
}

function* casesOf(set: string, basis: string, panel: Panel): Generator<Case> {
  const calibration = calibrationOf(panel, basis);
  const judgement = createJudgementFrom(panel.names, kindOf(calibration));
  const tested = panel.tested.slice(0, MOST_TESTED);
  for (const alpha of ALPHAS) {
    for (const [way, terms] of Object.entries(WAYS)) {
      const { threshold } = certify(calibration, { alpha, ...terms });
      const ends = threshold === null ? null : pollRows(judgement, tested, threshold);
      yield caseOf({ set, alpha, way }, ends);
    }
  }
}

function caseOf(about: Pick<Case, "set" | "alpha" | "way">, ends: PollEnd[] | null): Case {
  if (ends === null) return { ...about, issued: false, delivered: 0, wrong: 0, over: false };
  const wrong = ends.filter((end) => end.wrong).length;
  return {
    ...about,
    issued: true,
    delivered: ends.filter((end) => end.delivered).length / ends.length,
    wrong: wrong / ends.length,
    over: binomialAtLeast(wrong, ends.length, about.alpha) < 0.05,
  };
}

const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

console.log(
  `${panels} panels of 7 (or all) of each set${half === undefined ? "" : `, ${half} models only`}; at most ${MOST_TESTED} test rows`,
);
for (const rows of [100, 300]) {
  const cases: Case[] = [];
  const used: string[] = [];
  for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro", "mmlu-pro-29"]) {
    const found = readingsOf(set, usualReads(set));
    if (found === null) {
      console.log(`${set}: skipped, the recorded replies are not here`);
      continue;
    }
    const readings = someModels(withoutGaps(found));
    // A set that is a few rows short still takes part.
    const enough = Math.min(rows, readings.questions.length - LEAST_TESTED);
    if (enough < 0.95 * rows) continue;
    used.push(set);
    for (let index = 0; index < panels; index++) {
      const panel = panelOf(readings, { seed: `${set} certificate ${index}`, rows: enough });
      cases.push(...casesOf(set, readings.basis, panel));
    }
  }
  console.log(
    `\n| ${rows} rows | issued | over | delivered wrong, where issued | delivered, all panels | ${used.map((set) => `${set}: issued · over · delivered`).join(" | ")} |`,
  );
  console.log(`|---|---|---|---|---|${used.map(() => "---|").join("")}`);
  for (const alpha of ALPHAS) {
    for (const way of Object.keys(WAYS)) {
      const some = cases.filter((each) => each.alpha === alpha && each.way === way);
      const issued = some.filter((each) => each.issued);
      const cells = used.map((set) => {
        const own = some.filter((each) => each.set === set);
        const given = own.filter((each) => each.issued);
        const over =
          given.length === 0 ? "–" : percent(mean(given.map((each) => Number(each.over))));
        return `${percent(given.length / own.length)} · ${over} · ${percent(mean(own.map(({ delivered }) => delivered)))}`;
      });
      console.log(
        `| ${alpha}, ${way} | ${percent(issued.length / some.length)} | ${issued.length === 0 ? "–" : percent(mean(issued.map(({ over }) => Number(over))))} | ${issued.length === 0 ? "–" : percent(mean(issued.map(({ wrong }) => wrong)))} | ${percent(mean(some.map(({ delivered }) => delivered)))} | ${cells.join(" | ")} |`,
      );
    }
  }
}
