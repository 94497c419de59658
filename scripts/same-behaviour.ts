/**
 * Checks that a change didn't affect the behavior: runs 200 random debates with a fixed secret, and hashes their
 * requests, events and results.
 *
 *   node scripts/same-behaviour.ts --save=before.json
 *   node scripts/same-behaviour.ts --compare=before.json
 *
 * `--transcripts=no` leaves out the requests of debates that show the transcript; `--marks=no` compares requests
 * without the marks in them, for a change of how marks are made; `--without=name` leaves out fields of this name, for a
 * change that adds or removes one; `--sources=folder` takes the sources of another checkout; `--count=200` sets the number of debates.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { DebateConfig, DebateEvent, ModelRequest } from "rostrum";
import { randomDebate, type SuppliedValues } from "./lib/random-debates.ts";
import { ROOT } from "./lib/root.ts";

const { values } = parseArgs({
  options: {
    save: { type: "string" },
    compare: { type: "string" },
    sources: { type: "string", default: ROOT },
    count: { type: "string", default: "200" },
    transcripts: { type: "string", default: "yes" },
    marks: { type: "string", default: "yes" },
    without: { type: "string", multiple: true, default: [] },
  },
});

const load = (path: string): Promise<unknown> =>
  import(pathToFileURL(resolve(values.sources, path)).href);

const { runResolved } = (await load(
  "packages/runtime/src/api/run-resolved.ts",
)) as typeof import("../packages/runtime/src/api/run-resolved.ts");
const { ConfigError, ModelError, RostrumError } = (await load(
  "packages/core/src/errors.ts",
)) as typeof import("../packages/core/src/errors.ts");
const vocabulary = (await load(
  "packages/core/src/entries/options.ts",
)) as typeof import("../packages/core/src/entries/options.ts");
const { calibrate, certify } = (await load(
  "packages/eval/src/index.ts",
)) as typeof import("../packages/eval/src/index.ts");

/** Rows in which ann is right more often than dan. */
const rows = Array.from({ length: 60 }, (_, row) => ({
  gold: String(row),
  replies: Object.fromEntries(
    ["ann", "bob", "cid", "dan"].map((name, index) => [
      name,
      `Answer: ${(row * 7 + index) % 10 < 9 - index ? row : row + 5000}`,
    ]),
  ),
}));
const calibration = calibrate(rows, { answer: "number" });
const suppliedValues: SuppliedValues = {
  calibration,
  certificate: certify(calibration, { alpha: 0.2, mode: "delivered" }),
  trouble: (refused) =>
    refused
      ? new ModelError("refused", { status: 401 })
      : new ModelError("it is down", { status: 503, retryAfterMs: 0 }),
};

interface Hashes {
  requests: string;
  events: string;
  result: string;
  transcript: boolean;
}

/** Omits fields that differ between two runs of the same debate, and sorts keys. */
function stringifyStable(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === "at" || key === "durationMs" || key === "signal") return undefined;
    if (values.without.includes(key)) return undefined;
    if (typeof part === "function") return "a function";
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The marks of fences and of answer sections. */
const MARKS = /(?<=\[\[)\w{7,}(?= (?:begin|end): )|(?<=\[\[(?:answer|end) )\w{7,}(?=\]\])/g;

function withoutMarks(text: string): string {
  return values.marks === "no" ? text.replace(MARKS, "mark") : text;
}

function computeHash(value: unknown): string {
  return createHash("sha256").update(stringifyStable(value)).digest("hex").slice(0, 16);
}

async function runDebate(seed: number): Promise<{ hashes: Hashes; tags: string[] } | null> {
  const debate = randomDebate(seed, vocabulary, suppliedValues);
  const requests: string[] = [];
  debate.onRequest = (request: ModelRequest) =>
    requests.push(withoutMarks(stringifyStable(request)));
  const events: DebateEvent[] = [];
  const options = {
    id: `random-${seed}`,
    secret: `secret ${seed}`,
    listener: (event: DebateEvent) => void events.push(event),
  };
  const config: DebateConfig<never> = debate.config;
  try {
    const outcome = await runResolved(config, debate.question, options, (same) => same).catch(
      (error: unknown) => {
        if (!(error instanceof RostrumError) || error instanceof ConfigError) throw error;
        return { error: error.message, partial: error.partial };
      },
    );
    return {
      hashes: {
        requests: computeHash(requests),
        events: computeHash(events),
        result: computeHash(outcome),
        transcript: config.show === "transcript",
      },
      tags: listTags(config, outcome),
    };
  } catch (error) {
    // The drawn options exclude each other, so there is no debate.
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** Lists the options that a debate covers, to check that all of them are covered. */
function listTags(config: object, outcome: object): string[] {
  const tags = Object.entries(config).flatMap(([name, value]) => {
    if (typeof value === "string") return [`${name}:${value}`];
    const type = (value as { type?: unknown } | null)?.type;
    return typeof type === "string" ? [`${name}:${type}`] : [name];
  });
  const reason = (outcome as { stopReason?: string }).stopReason;
  return [...tags, `stopReason:${reason ?? "error"}`];
}

const hashesBySeed: Record<string, Hashes> = {};
const covered = new Map<string, number>();
for (let seed = 1; Object.keys(hashesBySeed).length < Number(values.count); seed += 1) {
  const outcome = await runDebate(seed);
  if (outcome === null) continue;
  hashesBySeed[seed] = outcome.hashes;
  for (const tag of outcome.tags) covered.set(tag, (covered.get(tag) ?? 0) + 1);
}

const list = Object.values(hashesBySeed);
console.log(`${list.length} debates`);
for (const part of ["requests", "events", "result"] as const) {
  console.log(`${part}: ${computeHash(list.map((hashes) => hashes[part]))}`);
}
if (values.save !== undefined) {
  writeFileSync(values.save, `${JSON.stringify(hashesBySeed, null, 1)}\n`);
  console.log(
    [...covered]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([tag, times]) => `${tag} ${times}`)
      .join(", "),
  );
}
if (values.compare !== undefined) {
  const before = JSON.parse(readFileSync(values.compare, "utf8")) as Record<string, Hashes>;
  const differ = Object.keys({ ...before, ...hashesBySeed }).flatMap((seed) => {
    const [was, is] = [before[seed], hashesBySeed[seed]];
    const leftOut = values.transcripts === "no" && is?.transcript;
    const parts = (["requests", "events", "result"] as const).filter(
      (part) => was?.[part] !== is?.[part] && !(leftOut && part === "requests"),
    );
    return parts.length > 0 ? [`debate ${seed}: ${parts.join(", ")}`] : [];
  });
  console.log(differ.length === 0 ? "the same as before" : differ.join("\n"));
  if (differ.length > 0) process.exitCode = 1;
}
