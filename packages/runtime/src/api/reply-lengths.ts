import type { ReplyLengths } from "@rostrum/core/debate";
import {
  type Journal,
  parseStep,
  type Role,
  type RunQuery,
  type StoredEvent,
} from "@rostrum/core/protocol";
import type { RunStore } from "../journal/run-store.ts";

/** Most and fewest earlier runs that reply lengths are learned from. */
const MAX_RUNS = 50;
const MIN_RUNS = 5;
/** Runs of a journal that are searched for those of a panel. */
const MAX_LISTED = 500;
/** Runs whose events are read. */
const MAX_READ = 2 * MAX_RUNS;

/** A panel whose earlier runs are searched for: by its name if it has one, else by its models. */
export interface KnownPanel {
  /** Reviews learn only from reviews, and other debates only from other debates. */
  isReview: boolean;
  name?: string | undefined;
  /** Names and models of its debaters, in panel order. */
  members: readonly { name: string; model: string }[];
}

/** Reply lengths of a panel's earlier runs. */
export interface LearnedLengths {
  /** Median output tokens by role. */
  lengths: ReplyLengths;
  /** Number of runs. */
  runs: number;
}

export const NOTHING_LEARNED: LearnedLengths = { lengths: {}, runs: 0 };

/** Finds how long a panel's replies in a journal are. */
export async function findReplyLengths(
  journal: Journal | undefined,
  panel: KnownPanel,
): Promise<LearnedLengths> {
  const store = journal && findRunStore(journal);
  if (!store) return NOTHING_LEARNED;
  const runs = [];
  for (const id of await listRuns(store, panel)) {
    const run = await readOnce(store, id);
    if (isOf(run, panel)) runs.push(run);
    if (runs.length === MAX_RUNS) break;
  }
  if (runs.length < MIN_RUNS) return NOTHING_LEARNED;
  const repliesByRole = Map.groupBy(
    runs.flatMap(({ replies }) => replies),
    ({ role }) => role,
  );
  const medians = [...repliesByRole].map(([role, all]) => [
    role,
    findMedian(all.map(({ tokens }) => tokens)),
  ]);
  return { lengths: Object.fromEntries(medians) as ReplyLengths, runs: runs.length };
}

/** The journal that lists the runs of a journal, if there is one. */
export function findRunStore(journal: Journal): RunStore | null {
  if (journal.behind) return findRunStore(journal.behind);
  return "list" in journal && "eventsFrom" in journal ? (journal as RunStore) : null;
}

async function listRuns(store: RunStore, { name, members }: KnownPanel): Promise<string[]> {
  const completed: RunQuery = { status: "completed" };
  if (name !== undefined) {
    const { runs } = await store.list({ ...completed, panelName: name, limit: MAX_READ });
    return runs.map(({ id }) => id);
  }
  const { runs } = await store.list({ ...completed, limit: MAX_LISTED });
  // The list has the names of members, not their models. Runs with the same names come first, because the same models
  // rarely have other names.
  const names = JSON.stringify(members.map((member) => member.name));
  const isNamedAlike = (run: (typeof runs)[number]): boolean => JSON.stringify(run.panel) === names;
  return runs
    .filter(({ panel }) => panel.length === members.length)
    .toSorted((a, b) => Number(isNamedAlike(b)) - Number(isNamedAlike(a)))
    .slice(0, MAX_READ)
    .map(({ id }) => id);
}

/** Reply lengths of one earlier run. */
interface KnownRun {
  isReview: boolean;
  models: readonly string[];
  replies: readonly { role: Role; tokens: number }[];
}

function isOf(run: KnownRun, { name, members, isReview }: KnownPanel): boolean {
  if (run.isReview !== isReview) return false;
  if (name !== undefined) return true;
  return JSON.stringify(run.models) === JSON.stringify(members.map(({ model }) => model));
}

/** A completed run doesn't change, so each is read once. */
const readRuns = new WeakMap<RunStore, Map<string, Promise<KnownRun>>>();

function readOnce(store: RunStore, id: string): Promise<KnownRun> {
  const runs = readRuns.get(store) ?? new Map<string, Promise<KnownRun>>();
  readRuns.set(store, runs);
  const before = runs.get(id);
  if (before !== undefined) return before;
  const run = store.eventsFrom(id, 0).then((events = []) => readRun(events));
  runs.set(id, run);
  run.catch(() => runs.delete(id));
  // The oldest ones are forgotten first.
  for (const old of runs.keys()) {
    if (runs.size <= MAX_LISTED) break;
    runs.delete(old);
  }
  return run;
}

function readRun(events: readonly StoredEvent[]): KnownRun {
  const started = events.find((event) => event.type === "debate.started");
  const calls = events.flatMap((event) => ("calls" in event ? event.calls : []));
  return {
    isReview: started?.rules.answer === "findings",
    models: started?.panel.map(({ model }) => model) ?? [],
    replies: calls.flatMap(({ step, replied, attempts, usage }) => {
      const role = parseStep(step)?.role;
      const tokens = usage.outputTokens;
      // Tokens of several attempts don't show the length of one reply.
      const isReply = role !== undefined && replied && attempts === 1 && typeof tokens === "number";
      return isReply ? [{ role, tokens }] : [];
    }),
  };
}

function findMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.ceil((low + high) / 2);
}
