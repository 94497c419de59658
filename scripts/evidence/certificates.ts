/*
 * Whether certificates keep what they promise, on recorded replies of real models: random panels of seven, certified on
 * some rows, tested on at least 250 others. Mode `delivered`: at most alpha of all questions get a wrong answer.
 *
 *   node scripts/evidence/certificates.ts [panels of each set]
 *
 * Certificates that deliver nothing are counted apart: they can't be wrong. "Over" is the share of the others whose wrong
 * deliveries are more than alpha at p < .05, a twentieth of which chance alone explains where exactly alpha is wrong. Takes about ten
 * minutes for 60 panels.
 */
import "../lib/saved-output.ts";
import {
  createBeliefModelFrom,
  type BeliefModel,
} from "../../packages/core/src/decide/posterior.ts";
import { createPollReplayer } from "../../packages/core/src/decide/replay.ts";
import { certify, type CertifyOptions } from "../../packages/eval/src/index.ts";
import { binomialAtLeast } from "../../packages/eval/src/statistics/binomial.ts";
import { calibrationOf, kindOf, panelOf, type Panel, type PanelRow } from "./polls.ts";
import { readingsOf, usualReads, withoutGaps } from "./readings.ts";
import { estimateRatio, formatShare, modelOfSet } from "./resample.ts";

const panels = Number(process.argv[2] ?? 60);
const ALPHAS = [0.02, 0.05, 0.1];
/** More test rows than these tell little more. */
const MAX_TESTED = 400;
const MIN_TESTED = 250;

const WAYS: Record<string, Pick<CertifyOptions, "mode" | "promise">> = {
  "on average": { mode: "delivered", promise: "average" },
  "to the holder": { mode: "delivered", promise: "holder" },
};

/** How a poll ended. */
interface PollEnd {
  delivered: boolean;
  wrong: boolean;
}

function pollRows(beliefModel: BeliefModel, rows: readonly PanelRow[], target: number): PollEnd[] {
  const poll = createPollReplayer(beliefModel, { target, first: 2, batch: 1, costs: [] });
  return rows.map((row) => {
    const { end, right } = poll(row);
    return { delivered: end === "sure", wrong: end === "sure" && !right };
  });
}

interface Case {
  set: string;
  names: readonly string[];
  alpha: number;
  way: string;
  issued: boolean;
  delivered: number;
  wrong: number;
  over: boolean;
}

function* casesOf(set: string, basis: string, panel: Panel): Generator<Case> {
  const calibration = calibrationOf(panel, basis);
  const beliefModel = createBeliefModelFrom(panel.names, kindOf(calibration));
  const tested = panel.tested.slice(0, MAX_TESTED);
  const names = panel.names.map((name) => modelOfSet(set, name));
  for (const alpha of ALPHAS) {
    for (const [way, terms] of Object.entries(WAYS)) {
      const { threshold } = certify(calibration, { alpha, ...terms });
      const ends = threshold === null ? null : pollRows(beliefModel, tested, threshold);
      yield caseOf({ set, names, alpha, way }, ends);
    }
  }
}

function caseOf(
  about: Pick<Case, "set" | "names" | "alpha" | "way">,
  ends: PollEnd[] | null,
): Case {
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

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A mean over panels. Every panel has its own rows, so only models are drawn. */
function estimate(cases: readonly Case[], value: (each: Case) => number): string {
  if (cases.length === 0) return "–";
  const panelCases = cases.map((each, panel) => ({ panel, question: 0, value: value(each) }));
  const names = cases.map((each) => each.names);
  return formatShare(estimateRatio(panelCases, names, (each) => each.value));
}

function describe(title: string, cases: readonly Case[]): string {
  const issued = cases.filter((each) => each.issued);
  const delivering = issued.filter(({ delivered }) => delivered > 0);
  const cells = [
    title,
    percent(issued.length / cases.length),
    `${issued.length - delivering.length} of ${issued.length}`,
    estimate(delivering, ({ over }) => Number(over)),
    estimate(delivering, ({ wrong }) => wrong),
    estimate(cases, ({ delivered }) => delivered),
  ];
  return `| ${cells.join(" | ")} |`;
}

console.log(
  `${panels} panels of 7 of each set; at most ${MAX_TESTED} test rows; [middle 95 % of draws of models]`,
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
    const readings = withoutGaps(found);
    // A set that is a few rows short still takes part.
    const enough = Math.min(rows, readings.questions.length - MIN_TESTED);
    if (enough < 0.95 * rows) continue;
    used.push(set);
    for (let index = 0; index < panels; index++) {
      const panel = panelOf(readings, { seed: `${set} certificate ${index}`, rows: enough });
      cases.push(...casesOf(set, readings.basis, panel));
    }
  }
  console.log(
    `\n| ${rows} rows | issued | of these deliver nothing | of the rest over | of the rest: delivered wrong | delivered, all panels |`,
  );
  console.log("|---|---|---|---|---|---|");
  for (const alpha of ALPHAS) {
    for (const way of Object.keys(WAYS)) {
      const some = cases.filter((each) => each.alpha === alpha && each.way === way);
      console.log(describe(`${alpha}, ${way}, all sets`, some));
      if (!some.some(({ issued }) => issued)) continue;
      for (const set of used) {
        const own = some.filter((each) => each.set === set);
        console.log(describe(`${alpha}, ${way}, ${set}`, own));
      }
    }
  }
}
