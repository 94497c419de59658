/*
 * How long a panel takes to answer, by the critical path: `poll: race()` against `everyone`, with latencies from a
 * heavy tail. The engine is real, time is simulated: nobody waits.
 *
 *   node scripts/evidence/race.ts [questions]
 *
 * Latencies are log-normal with a median of 1 s and a 99th percentile of 20 s, drawn anew for each call. Members are
 * right nine times in ten, and their errors are spread over three wrong answers. Both polls get the same draws.
 */
import { setImmediate as tick } from "node:timers/promises";
import {
  Debate,
  number,
  type DebateConfig,
  type DebateResult,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import "../lib/saved-output.ts";

const QUESTIONS = Number(process.argv[2] ?? 2000);
const MEDIAN_S = 1;
const SIGMA = Math.log(20) / 2.326;
const RIGHT = 0.9;

/** A number in (0, 1) that only depends on these. */
function draw(...parts: readonly number[]): number {
  let state = 2166136261;
  for (const part of parts) state = Math.imul(state ^ (part + 1), 16777619);
  for (let times = 0; times < 3; times++) {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state = Math.imul(state ^ (state >>> 13), 3266489909);
  }
  return ((state >>> 0) + 0.5) / 2 ** 32;
}

function drawSeconds(...parts: readonly number[]): number {
  const [a, b] = [draw(1, ...parts), draw(2, ...parts)];
  return MEDIAN_S * Math.exp(SIGMA * Math.sqrt(-2 * Math.log(a)) * Math.cos(2 * Math.PI * b));
}

function drawAnswer(...parts: readonly number[]): string {
  return draw(3, ...parts) < RIGHT ? "42" : String(43 + Math.floor(3 * draw(4, ...parts)));
}

/** Calls in flight, by the time at which they end. */
class SimulatedTime {
  now = 0;
  /** Seconds in which members wrote, as far as anybody waited for them. */
  written = 0;
  #waiting: { at: number; end: () => void }[] = [];

  wait(seconds: number, signal: AbortSignal): Promise<void> {
    const begun = this.now;
    return new Promise<void>((resolve) => {
      const call = { at: begun + seconds, end: resolve };
      this.#waiting.push(call);
      signal.addEventListener("abort", () => {
        if (!this.#waiting.includes(call)) return;
        this.#waiting.splice(this.#waiting.indexOf(call), 1);
        this.written += this.now - begun;
      });
    }).then(() => void (this.written += seconds));
  }

  /** Ends call after call until the work is done. */
  async drive<T>(work: Promise<T>): Promise<T> {
    const state = { over: false };
    const end = (): void => void (state.over = true);
    work.then(end, end);
    while (!state.over) {
      await tick();
      this.#waiting.sort((a, b) => a.at - b.at);
      const next = this.#waiting.shift();
      if (next === undefined) continue;
      this.now = next.at;
      next.end();
    }
    return work;
  }
}

interface Held {
  result: DebateResult<number>;
  seconds: number;
  written: number;
}

async function hold(
  question: number,
  size: number,
  more: Partial<DebateConfig<number>>,
): Promise<Held> {
  const time = new SimulatedTime();
  const debaters = Array.from({ length: size }, (_, seat) => async (request: ModelRequest) => {
    const { round, signal } = request;
    await time.wait(drawSeconds(question, seat, round), signal);
    return JSON.stringify({ answer: drawAnswer(question, seat, round) });
  });
  const debate = new Debate<number>({
    debaters,
    answer: number(),
    limits: { timeoutMs: 1e9, retries: 0 },
    ...more,
  });
  const result = await time.drive(debate.run("What is 6 times 7?"));
  return { result, seconds: time.now, written: time.written };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);

/** Whether somebody was cancelled who would have disagreed. */
function lostDissent(question: number, { rounds, answer }: DebateResult<number>): boolean {
  return rounds.some(({ index, positions }) =>
    positions.some(
      ({ status }, seat) =>
        status === "cancelled" && drawAnswer(question, seat, index) !== String(answer),
    ),
  );
}

const member = Array.from({ length: 100_000 }, (_, at) => drawSeconds(at, 0, 0));
const [half, most] = [quantile(member, 0.5), quantile(member, 0.95)];
console.log(`${QUESTIONS} questions for each row; members are right in ${100 * RIGHT} %.`);
console.log(
  `One member: p50 ${half.toFixed(1)} s, p95 ${most.toFixed(1)} s, p99 ${quantile(member, 0.99).toFixed(1)} s.\n`,
);
console.log(
  "| panel | stop | poll | p50, s | p95, s | p95 ÷ one member's | calls cancelled, % | written, % of everyone's | dissent lost, % of questions | same answer as everyone's, % |\n|---|---|---|---|---|---|---|---|---|---|",
);
for (const stop of ["agreement:0.8", "agreement:0.6"] as const) {
  for (const size of [3, 5, 7]) {
    const everyone: Held[] = [];
    for (const poll of ["everyone", "race"] as const) {
      const patience =
        poll === "race" ? { limits: { timeoutMs: 1e9, retries: 0, patience: 0 } } : {};
      const held: Held[] = [];
      for (let question = 0; question < QUESTIONS; question++) {
        held.push(await hold(question, size, { stop, poll, ...patience }));
      }
      if (poll === "everyone") everyone.push(...held);
      const seconds = held.map((each) => each.seconds);
      const positions = held.flatMap(({ result }) =>
        result.rounds.flatMap((round) => round.positions),
      );
      const asked = positions.filter(({ status }) => status !== "kept" && status !== "not_asked");
      const cancelled = positions.filter(({ status }) => status === "cancelled");
      const lost = held.filter(({ result }, question) => lostDissent(question, result)).length;
      const same = held.filter(
        ({ result }, question) => result.answer === everyone[question]?.result.answer,
      ).length;
      const cells = [
        size,
        stop,
        poll,
        quantile(seconds, 0.5).toFixed(1),
        quantile(seconds, 0.95).toFixed(1),
        (quantile(seconds, 0.95) / most).toFixed(2),
        percent(cancelled.length, asked.length),
        percent(
          sum(held.map(({ written }) => written)),
          sum(everyone.map(({ written }) => written)),
        ),
        percent(lost, QUESTIONS),
        percent(same, QUESTIONS),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
}
