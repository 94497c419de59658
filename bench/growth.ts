/**
 * How the engine's work grows with rounds, members and the length of replies, compared with the
 * growth of its prompts; what a transcript sends; how long a resume takes; and what a debate takes
 * on disk.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DebateConfig, ModelRequest } from "../packages/rostrum/src/index.ts";
import { Debate, sqliteJournal } from "./rostrum.ts";
import { render, type Row } from "./table.ts";

/** Words that differ between members and rounds, as replies do. */
function prose(length: number, member: number, round: number): string {
  const words: string[] = [];
  for (let at = 0, size = 0; size < length; at += 1) {
    const word = `point${(at * 7 + member * 13 + round * 29) % 997} follows`;
    words.push(word);
    size += word.length + 1;
  }
  return words.join(" ");
}

interface Size {
  rounds: number;
  members: number;
  length: number;
}

/** Replies are made in advance, so that only the engine is measured. */
function panelOf({ rounds, members, length }: Size, more: Partial<DebateConfig> = {}) {
  const replies = Array.from({ length: members }, (_, member) =>
    Array.from(
      { length: rounds + 1 },
      (__, round) => `${prose(length, member, round)}\nAnswer: ${member % 3}\nConfidence: 0.8`,
    ),
  );
  const sent: number[] = [];
  const debaters = replies.map((said) => ({ round, messages }: ModelRequest): string => {
    let bytes = 0;
    for (const { content } of messages) bytes += content.length;
    sent[round] = (sent[round] ?? 0) + bytes;
    return said[round] ?? "";
  });
  const debate = new Debate({
    debaters,
    rounds,
    revise: "everyone",
    stop: "never",
    answer: "number",
    ...more,
  });
  return { debate, sent, replies };
}

async function cpuOf(size: Size): Promise<{ ms: number; bytes: number }> {
  const { debate, sent } = panelOf(size);
  let ms = Infinity;
  for (let turn = 0; turn < 5; turn += 1) {
    const before = process.cpuUsage();
    await debate.run("How many are there?");
    const { user, system } = process.cpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return { ms, bytes: sent.reduce((sum, each) => sum + each, 0) / 5 };
}

/** The exponent with which a figure grows when a size grows by a factor. */
const exponent = (small: number, large: number, factor: number): number =>
  Math.log(large / small) / Math.log(factor);

const STEPS: Record<string, [small: Size, large: Size, factor: number]> = {
  rounds: [{ rounds: 24, members: 3, length: 2000 }, { rounds: 96, members: 3, length: 2000 }, 4],
  members: [{ rounds: 2, members: 16, length: 1000 }, { rounds: 2, members: 64, length: 1000 }, 4],
  "length of replies": [
    { rounds: 2, members: 5, length: 8_000 },
    { rounds: 2, members: 5, length: 128_000 },
    16,
  ],
};

/** An exponent that is measured by the clock may be this much above that of the text. */
const MARGIN = 0.25;

export async function growthRows(): Promise<Row[]> {
  const rows: Row[] = [];
  await cpuOf({ rounds: 8, members: 5, length: 2000 });
  for (const [what, [small, large, factor]] of Object.entries(STEPS)) {
    const [a, b] = [await cpuOf(small), await cpuOf(large)];
    const time = exponent(a.ms, b.ms, factor);
    const text = exponent(a.bytes, b.bytes, factor);
    rows.push({
      what: `${what}: exponent of the CPU time`,
      figure: time.toFixed(2),
      ratio: `${text.toFixed(2)} of the prompts`,
      goal: "that of the text",
      reached: time <= text + MARGIN,
    });
  }
  rows.push(await transcriptRow(), ...(await diskRows()));
  return rows;
}

async function bytesSent(show: "latest" | "transcript"): Promise<number> {
  const { debate, sent } = panelOf({ rounds: 12, members: 5, length: 1500 }, { show });
  await debate.run("How many are there?");
  return sent.reduce((sum, each) => sum + each, 0);
}

async function transcriptRow(): Promise<Row> {
  const ratio = (await bytesSent("transcript")) / (await bytesSent("latest"));
  return {
    what: "12 rounds, prompt bytes of a transcript by those of the latest replies",
    figure: `${ratio.toFixed(2)} ×`,
    goal: "≤ 1.5 ×",
    reached: ratio <= 1.5,
  };
}

async function diskRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-growth-"));
  try {
    return [
      await diskRow(join(folder, "disk.sqlite")),
      await resumeRow(join(folder, "resume.sqlite")),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function diskRow(path: string): Promise<Row> {
  const journal = sqliteJournal(path);
  const { debate, replies } = panelOf({ rounds: 2, members: 3, length: 2000 }, { journal });
  const COUNT = 100;
  for (let run = 0; run < COUNT; run += 1) await debate.run("How many are there?");
  await journal.close();
  const said = replies.flat().reduce((sum, reply) => sum + Buffer.byteLength(reply), 0);
  const ratio = statSync(path).size / (COUNT * said);
  return {
    what: "a debate on disk by its replies of 2 kB",
    figure: `${ratio.toFixed(2)} ×`,
    goal: "≤ 6 ×",
    reached: ratio <= 6,
  };
}

/** Resumes a run of 1,000 steps that was cut off before its last call. */
async function resumeRow(path: string): Promise<Row> {
  const STEPS_DONE = 1000;
  const size: Size = { rounds: 200, members: 5, length: 600 };
  const journal = sqliteJournal(path);
  const { replies } = panelOf(size);
  let calls = 0;
  const stop = new AbortController();
  const models = replies.map((said) => ({ round }: ModelRequest): string => {
    calls += 1;
    if (calls > STEPS_DONE) {
      stop.abort();
      throw new Error("cut off");
    }
    return said[round] ?? "";
  });
  const options = {
    rounds: size.rounds,
    revise: "everyone",
    stop: "never",
    answer: "number",
    journal,
  } as const;
  const id = "long";
  await new Debate({ ...options, debaters: models })
    .run("How many are there?", { id, signal: stop.signal })
    .catch(() => undefined);
  let best = Infinity;
  for (let turn = 0; turn < 3; turn += 1) {
    const again = new AbortController();
    let from = 0;
    const resumed = new Debate({
      ...options,
      debaters: replies.map(() => (): string => {
        best = Math.min(best, cpuSince(from));
        again.abort();
        return "";
      }),
    });
    from = cpuNow();
    await resumed.run("How many are there?", { id, signal: again.signal }).catch(() => undefined);
  }
  await journal.close();
  return {
    what: "1,000 steps resumed, up to the next call",
    figure: `${best.toFixed(0)} ms`,
    goal: "≤ 150 ms",
    reached: best <= 150,
  };
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const cpuSince = (from: number): number => cpuNow() - from;

if (import.meta.main) console.log(render(await growthRows()));
