/*
 * Whether it can be told which member to add to a panel, or to drop from it: chosen on 100 rows with known answers, measured on
 * others. Then the same for agents, by tasks solved and by money, with a checker that tells whether a task is solved
 * and without one.
 *
 *   node scripts/evidence/members.ts [panels] [splits of the agents' tasks]
 *
 * Takes about five minutes for 20 panels.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import type { ReplayRow } from "../../packages/core/src/protocol/calibration.ts";
import {
  chooseCascade,
  runCascade,
  type Attempts,
} from "../../packages/eval/src/panel/checked-cascade.ts";
import { judgeHeldOut, judgeOthers } from "../../packages/eval/src/panel/member-advice.ts";
import { recordedFile, recordedRows } from "./recorded.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, formatPoints } from "./resample.ts";
import { mean, percent } from "./watched.ts";

const panels = Number(process.argv[2] ?? 20);
const splits = Number(process.argv[3] ?? 40);
/** How much a candidate's own share of right answers counts next to what it was seen to add. */
const OWN = 0.25;

const share = (list: readonly boolean[]): number => mean(list.map(Number));
const indexOfMost = (list: readonly number[]): number => list.indexOf(Math.max(...list));

interface Advice {
  names: string[];
  gains: Record<string, number>;
}

function measureAdvice(readings: Readings, index: number): Advice {
  const random = createRandom(`${readings.set} members ${index}`);
  const models = shuffle([...readings.models.keys()], random);
  const rows = shuffle(readings.questions, random).map(({ said, right }): ReplayRow => ({
    said,
    right: right[0] ?? null,
    fold: 0,
  }));
  const known = rows.slice(0, 100);
  const tested = rows.slice(100, 500);
  const own = (member: number): number =>
    mean(known.map(({ said, right }) => Number(right !== null && said[member] === right)));
  const seen = (members: readonly number[]): number => share(judgeHeldOut(known, members));
  const real = (members: readonly number[]): number => share(judgeOthers(known, tested, members));

  const small = models.slice(0, 4);
  const candidates = models.slice(4, 11);
  const [before, beforeReal] = [seen(small), real(small)];
  const added = candidates.map((member) => ({
    own: own(member),
    seen: seen([...small, member]) - before,
    real: real([...small, member]) - beforeReal,
  }));
  const addBy = (value: (each: (typeof added)[number]) => number): number =>
    added[indexOfMost(added.map(value))]?.real ?? 0;
  const large = models.slice(0, 7);
  const [whole, wholeReal] = [seen(large), real(large)];
  const dropped = large.map((member) => {
    const rest = large.filter((each) => each !== member);
    return { own: own(member), seen: seen(rest) - whole, real: real(rest) - wholeReal };
  });
  const dropBy = (value: (each: (typeof dropped)[number]) => number): number =>
    dropped[indexOfMost(dropped.map(value))]?.real ?? 0;
  const gains = {
    addAny: mean(added.map((each) => each.real)),
    addOwn: addBy((each) => each.own),
    addBoth: addBy((each) => each.seen + OWN * each.own),
    addHindsight: addBy((each) => each.real),
    promised: Math.max(...added.map((each) => each.seen)),
    dropAny: mean(dropped.map((each) => each.real)),
    dropBoth: dropBy((each) => each.seen - OWN * each.own),
    dropHindsight: dropBy((each) => each.real),
  };
  return { names: models.slice(0, 11).map((at) => readings.models[at] ?? ""), gains };
}

function advise(): void {
  const columns: Record<string, string> = {
    addAny: "add: any of seven",
    addBoth: "as advised",
    addOwn: "the most often right",
    addHindsight: "best in hindsight",
    promised: "what the most promising was seen to add",
    dropAny: "drop: any",
    dropBoth: "as advised",
    dropHindsight: "best in hindsight",
  };
  console.log(
    `${panels} panels; 100 rows to choose by; points of the calibrated answer on other rows, added to four members and dropped from seven, [middle 95 % of draws of models]\n`,
  );
  console.log(`| set | ${Object.values(columns).join(" | ")} |`);
  console.log(
    `|---|${Object.keys(columns)
      .map(() => "---|")
      .join("")}`,
  );
  for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro", "mmlu-pro-29"]) {
    const found = readingsOf(set, usualReads(set));
    if (found === null) {
      console.log(`${set}: skipped, the recorded replies are not here`);
      continue;
    }
    const readings = withoutGaps(found);
    const all = Array.from({ length: panels }, (_, index) => measureAdvice(readings, index));
    // Every panel has its own rows, so only models are drawn.
    const cells = Object.keys(columns).map((name) =>
      formatPoints(
        estimateRatio(
          all.map(({ gains }, panel) => ({ panel, question: 0, gain: gains[name] ?? 0 })),
          all.map(({ names }) => names),
          ({ gain }) => gain,
        ),
      ),
    );
    console.log(`| ${set} | ${cells.join(" | ")} |`);
  }
}

interface AgentRow {
  bench: string;
  runs: Record<string, { resolved: boolean; cost: number | null }>;
}

/** The tasks of a benchmark with the agents that tried all of them; an unknown cost is the agent's mean. */
function tasksOf(rows: readonly AgentRow[]): { names: string[]; tasks: Attempts[] } {
  const names = Object.keys(rows[0]?.runs ?? {}).filter((name) => {
    const known = rows.filter(({ runs }) => typeof runs[name]?.cost === "number").length;
    return rows.every(({ runs }) => name in runs) && known > 0.8 * rows.length;
  });
  const usual = names.map((name) => mean(rows.flatMap(({ runs }) => runs[name]?.cost ?? [])));
  const tasks = rows.map(({ runs }) => ({
    solved: names.map((name) => runs[name]?.resolved === true),
    cost: names.map((name, at) => runs[name]?.cost ?? usual[at] ?? 0),
  }));
  return { names, tasks };
}

function askAgents(): void {
  const all = recordedRows("agents.jsonl.gz") as unknown as AgentRow[];
  console.log(
    `\nAgents: chosen on half of the tasks, measured on the other half, mean of ${splits} splits; solved at cost per task\n`,
  );
  console.log(
    "| | best single | best single for the money | cascade of up to 4 for the money, with a checker | its agents | cost against the best single | three best in turn, with a checker | all, with a checker |\n|---|---|---|---|---|---|---|---|",
  );
  for (const bench of ["swe-bench", "swt-bench", "gaia"]) {
    const { names, tasks } = tasksOf(all.filter((row) => row.bench === bench));
    const members = [...names.keys()];
    for (const worth of [1, 5, 20]) {
      const results = Array.from({ length: splits }, (_, index) => {
        const shuffled = shuffle(tasks, createRandom(`${bench} ${index}`));
        const known = shuffled.slice(0, Math.floor(tasks.length / 2));
        const tested = shuffled.slice(known.length);
        const singles = members.map((member) => runCascade(known, [member]));
        const ranked = members.toSorted(
          (a, b) => (singles[b]?.solved ?? 0) - (singles[a]?.solved ?? 0),
        );
        const order = chooseCascade(known, members, worth);
        return {
          best: runCascade(tested, ranked.slice(0, 1)),
          cheap: runCascade(tested, chooseCascade(known, members, worth, 1)),
          cascade: runCascade(tested, order),
          three: runCascade(tested, ranked.slice(0, 3)),
          everyone: runCascade(tested, ranked),
          length: order.length,
        };
      });
      type Name = "best" | "cheap" | "cascade" | "three" | "everyone";
      const of = (name: Name, part: "solved" | "cost"): number =>
        mean(results.map((result) => result[name][part]));
      const cell = (name: Name): string =>
        `${percent(of(name, "solved"))} at $${of(name, "cost").toFixed(2)}`;
      console.log(
        `| ${bench}, ${tasks.length} tasks, ${names.length} agents, a solved one is worth $${worth} | ${cell("best")} | ${cell("cheap")} | ${cell("cascade")} | ${mean(results.map(({ length }) => length)).toFixed(1)} | ${percent(of("cascade", "cost") / of("best", "cost"))} | ${cell("three")} | ${cell("everyone")} |`,
      );
    }
  }
}

advise();
if (recordedFile("agents") === null) console.log("agents: skipped, not here");
else askAgents();
