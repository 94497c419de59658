/**
 * The embedded debaters, measured here and now.
 *
 *     node packages/embedded/bench.ts                                 speed on one thread, memory, load time
 *     node packages/embedded/bench.ts accuracy 500 triple_6 mixed     single, votes, self-revision and debate on held-out problems
 *     node packages/embedded/bench.ts single 1000 xs-1 m              single answers by kind of problem
 *
 * Problems are drawn anew, from the part that was held out of the training.
 */
import { readFile } from "node:fs/promises";
import { answer, type RawAnswer } from "./src/core/answer.ts";
import { createNetwork, type Network } from "./src/core/network.ts";
import { plainKernel } from "./src/core/plain-kernel.ts";
import { loadFile } from "./src/load-file.ts";
import { bestKernel } from "./src/networks.ts";
import { VARIANTS, type EmbeddedVariant } from "./src/ids.ts";
import { locateWeights } from "./src/location.ts";
import { BUCKETS, problems, valueOf } from "./test/support/held-out.ts";

const TEMPERATURE = 0.8;
const MAX_TOKENS = 96;

// --- arms -------------------------------------------------------------------------------------------

const stated = ({ text, finished }: RawAnswer): string | null =>
  finished ? (/#(-?\d+)$/.exec(text)?.[1] ?? null) : null;
const confidence = ({ logProbability }: RawAnswer): number => Math.exp(logProbability);

/** The result with most votes, or most confidence; ties go to the earliest. */
function vote(
  answers: readonly RawAnswer[],
  weigh: (answer: RawAnswer) => number = () => 1,
): string | null {
  const ballots = new Map<string, number>();
  for (const one of answers) {
    const result = stated(one);
    if (result !== null) ballots.set(result, (ballots.get(result) ?? 0) + weigh(one));
  }
  return [...ballots].reduce<[string | null, number]>(
    (a, b) => (b[1] > a[1] ? b : a),
    [null, 0],
  )[0];
}

type Shown = (
  answers: readonly RawAnswer[],
  member: number,
  previous: readonly RawAnswer[],
) => string[];

const others = (answers: readonly RawAnswer[], member: number): string[] =>
  [1, 2].map((k) => answers[(member + k) % 3]?.text ?? "");

/** What a member sees of the others; `previous` are the answers to another problem. */
const MODES: Record<string, Shown> = {
  self: () => [],
  debate: (answers, member) => others(answers, member),
  terse: (answers, member) => others(answers, member).map((text) => text.slice(text.indexOf("#"))),
  placebo: (_, member, previous) => others(previous, member),
};

function measure(panel: readonly Network[], bucket: string, count: number): void {
  const tally = new Map<string, number>();
  const note = (arm: string, share: number): void =>
    void tally.set(arm, (tally.get(arm) ?? 0) + share);
  const last = new Map<string, RawAnswer[][]>();
  for (const [index, expression] of problems(bucket, count).entries()) {
    const truth = String(valueOf(expression));
    let seed = index * 1000;
    const ask = (member: number, context: string): RawAnswer => {
      const network = panel.at(member % 3);
      if (network === undefined) throw new Error("a panel has three members");
      const prompt = `Q${expression}\n${context}A`;
      return answer(network, {
        prompt,
        temperature: TEMPERATURE,
        seed: seed++,
        maxTokens: MAX_TOKENS,
      });
    };
    const right = (result: string | null): number => Number(result === truth);
    const first = Array.from({ length: 9 }, (_, k) => ask(k, ""));
    note(
      "single (mean of the three)",
      first.slice(0, 3).reduce((sum, one) => sum + right(stated(one)) / 3, 0),
    );
    note("vote of 3", right(vote(first.slice(0, 3))));
    note("vote of 9", right(vote(first)));
    note("vote of 3, weighed by confidence", right(vote(first.slice(0, 3), confidence)));
    note("vote of 9, weighed by confidence", right(vote(first, confidence)));
    note("any of 3 right", Number(first.slice(0, 3).some((one) => stated(one) === truth)));
    for (const [mode, shown] of Object.entries(MODES)) {
      let current = first.slice(0, 3);
      const rounds: RawAnswer[][] = [];
      for (let round = 0; round < 2; round++) {
        const before = current;
        const strangers = last.get(mode)?.[round] ?? before;
        rounds.push(before);
        current = before.map((own, member) => {
          const peers = shown(before, member, strangers).map((text) => `P${text}\n`);
          return ask(member, `Y${own.text}\n${peers.join("")}`);
        });
      }
      last.set(mode, rounds);
      note(`${mode}, 2 revisions, vote of 3`, right(vote(current)));
      note(`${mode}, 2 revisions, weighed by confidence`, right(vote(current, confidence)));
    }
  }
  for (const [arm, sum] of tally) console.log(`| ${arm} | ${interval(sum, count)} |`);
}

/** Per cent with its 95 % Wilson interval. */
function interval(successes: number, count: number): string {
  const z = 1.96;
  const share = successes / count;
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half =
    (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + (z / (2 * count)) ** 2);
  const percent = (value: number): string => (100 * value).toFixed(1);
  return `${percent(share)} [${percent(centre - half)}, ${percent(centre + half)}]`;
}

// --- commands ---------------------------------------------------------------------------------------

const load = async (variant: EmbeddedVariant): Promise<Network> =>
  createNetwork(await loadFile(locateWeights(variant)), bestKernel);

/** Milliseconds of processor time this thread has used: other programs on the machine don't count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

interface Spent {
  ms: number;
  read: number;
  written: number;
}

const PASSES = 5;
/** Answers to each prompt when writing is measured: only the first of them reads the prompt, so that little is subtracted. */
const ANSWERS = 16;
/** When writing is measured, every fourth prompt is asked. */
const ASKED = 4;

/** How long it takes to answer all prompts, after a warm-up: the best of several passes. */
function spent(
  network: Network,
  prompts: readonly string[],
  maxTokens: number,
  answers = 1,
): Spent {
  const pass = (): Omit<Spent, "ms"> => {
    const sum = { read: 0, written: 0 };
    for (const [index, prompt] of prompts.entries()) {
      for (let turn = 0; turn < answers; turn++) {
        const seed = turn * prompts.length + index;
        const made = answer(network, { prompt, temperature: TEMPERATURE, seed, maxTokens });
        sum.read += made.promptTokens;
        sum.written += made.answerTokens;
      }
    }
    return sum;
  };
  pass();
  const passes = Array.from({ length: PASSES }, () => {
    const start = processorTime();
    return { ...pass(), ms: processorTime() - start };
  });
  return passes.reduce((best, each) => (each.ms < best.ms ? each : best));
}

async function speed(): Promise<void> {
  console.log(
    "| variant | kernel | load, ms | memory, MB | writing, tokens/s | reading, tokens/s | a reply after reading 2 peers, ms |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const variant of ["xs-1", "m"] as const) {
    const url = new URL(`./training/reference/${variant}.json`, import.meta.url);
    const all = (JSON.parse(await readFile(url, "utf8")) as { prompt: string }[]).map(
      ({ prompt }) => prompt,
    );
    const file = await loadFile(locateWeights(variant));
    for (const kernel of [bestKernel, plainKernel]) {
      const began = processorTime();
      const network = createNetwork(file, kernel);
      const loaded = processorTime() - began;
      const prompts = all.filter((_, index) => kernel === bestKernel || index % 20 === 0);
      const reading = spent(network, prompts, 1);
      const asked = prompts.filter((_, index) => index % ASKED === 0);
      const before = spent(network, asked, 1);
      const both = spent(network, asked, MAX_TOKENS, ANSWERS);
      const revising = prompts.filter((prompt) => prompt.includes("\nY") && prompt.includes("\nP"));
      const replies = spent(network, revising, MAX_TOKENS);
      const perSecond = (tokens: number, ms: number): string =>
        Math.round((tokens / ms) * 1000).toLocaleString("en-US");
      console.log(
        `| ${variant} | ${network.kernel} | ${loaded.toFixed(0)} | ${(network.memoryBytes / 1e6).toFixed(1)} ` +
          `| ${perSecond(both.written - before.written, both.ms - before.ms)} | ${perSecond(reading.read, reading.ms)} ` +
          `| ${(replies.ms / revising.length).toFixed(1)} |`,
      );
    }
  }
  console.log(
    `\nBy processor time of the one thread. Node ${process.version}, ${process.arch}; whole process: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
}

async function accuracy(count: number, bucket: string, panel: string): Promise<void> {
  const members = panel === "mixed" ? (["xs-1", "xs-2", "xs-3"] as const) : [panel, panel, panel];
  const networks = await Promise.all((members as EmbeddedVariant[]).map(load));
  console.log(`| ${panel}, ${bucket}, n = ${count} | per cent right |\n|---|---|`);
  measure(networks, bucket, count);
}

async function single(count: number, variants: readonly EmbeddedVariant[]): Promise<void> {
  console.log(
    `| n = ${count} each | ${Object.keys(BUCKETS).join(" | ")} |\n|---${"|---".repeat(Object.keys(BUCKETS).length)}|`,
  );
  for (const variant of variants) {
    const network = await load(variant);
    const cells = Object.keys(BUCKETS).map((bucket) => {
      const right = problems(bucket, count).filter((expression, seed) => {
        const job = {
          prompt: `Q${expression}\nA`,
          temperature: TEMPERATURE,
          seed,
          maxTokens: MAX_TOKENS,
        };
        return stated(answer(network, job)) === String(valueOf(expression));
      });
      return interval(right.length, count);
    });
    console.log(`| ${variant} | ${cells.join(" | ")} |`);
  }
}

const [command = "speed", count = "500", ...rest] = process.argv.slice(2);
if (command === "speed") await speed();
else if (command === "accuracy")
  await accuracy(Number(count), rest[0] ?? "triple_6", rest[1] ?? "mixed");
else if (command === "single")
  await single(Number(count), rest.length > 0 ? (rest as EmbeddedVariant[]) : VARIANTS);
else throw new Error(`no command "${command}"; there are speed, accuracy and single`);
