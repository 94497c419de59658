import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lastingBytes, startLife, type Life } from "./life.ts";
import { CAPPED, debateFor, questionFor } from "./panel.ts";
import { startProvider } from "./provider.ts";
import type { DebateResult } from "../../packages/rostrum/src/index.ts";

export interface CapsTally {
  kills: number;
  runs: number;
  /** Requests at the provider. */
  calls: number;
  /** Runs by how they ended: `result`, `budget`, or the name of an error. */
  ends: Record<string, number>;
  /** Runs whose whole result was compared with that of an undisturbed run. */
  compared: number;
  /** Runs that the cap ended, whose positions were compared with those of an undisturbed run without a cap. */
  comparedInPart: number;
  /** Positions in them. */
  positions: number;
  /** What must not be: empty. */
  problems: string[];
}

/** A kill falls on one of so many requests. */
const SPREAD = 16;

/** Refuses the first request of every fifth step, so that some calls need a retry. */
function refusal(stepId: string, requests: number): number | undefined {
  let sum = 0;
  for (const letter of stepId) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % 5 === 0 && requests === 1 ? 503 : undefined;
}

/**
 * Runs debates under caps in processes that are killed -9 at random calls, until it has killed enough, and
 * counts the requests where they arrive: at a provider that lives on.
 */
export async function killUnderCaps(
  folder: string,
  kills: number,
  random: (below: number) => number,
  child?: string,
): Promise<CapsTally> {
  const tally: CapsTally = {
    kills: 0,
    runs: 0,
    calls: 0,
    ends: {},
    compared: 0,
    comparedInPart: 0,
    positions: 0,
    problems: [],
  };
  for (let set = 0; tally.kills < kills; set++) {
    const ids = Object.keys(CAPPED).map((shape) => `${shape}.${set}`);
    await oneSet(folder, ids, kills, random, tally, child);
  }
  return tally;
}

async function oneSet(
  folder: string,
  ids: readonly string[],
  kills: number,
  random: (below: number) => number,
  tally: CapsTally,
  child: string | undefined,
): Promise<void> {
  const path = join(folder, "runs.db");
  const requests = new Map<string, number>();
  /** Steps whose reply a process was promised to be kept. */
  const kept = new Set<string>();
  let living: ReturnType<typeof startLife> | null = null;
  let countdown = Infinity;
  const provider = await startProvider(({ stepId }) => {
    if (kept.has(stepId)) tally.problems.push(`${stepId} was finished, and was called again`);
    const count = (requests.get(stepId) ?? 0) + 1;
    requests.set(stepId, count);
    countdown -= 1;
    if (countdown === 0) void strike(living);
    return refusal(stepId, count);
  });
  async function strike(one: typeof living): Promise<void> {
    const moment = random(4);
    if (moment > 0) await delay(moment - 1);
    one?.child.kill("SIGKILL");
  }
  try {
    for (;;) {
      countdown = tally.kills < kills ? 1 + random(SPREAD) : Infinity;
      living = startLife(path, provider.url, ids, child);
      const life = await living.ended;
      for (const stepId of [...(life.done ?? []), ...life.kept]) kept.add(stepId);
      if (life.killed) tally.kills += 1;
      else if (life.code !== 0)
        tally.problems.push(`a process ended with ${life.code}: ${life.stderr}`);
      if (!life.killed) {
        await check(ids, life, requests, tally);
        break;
      }
    }
  } finally {
    await provider.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
  }
}

async function check(
  ids: readonly string[],
  { results, errors }: Life,
  requests: ReadonlyMap<string, number>,
  tally: CapsTally,
): Promise<void> {
  for (const id of ids) {
    const cap = CAPPED[id.split(".")[0] ?? ""]?.budget.calls ?? 0;
    let calls = 0;
    for (const [stepId, count] of requests) if (stepId.startsWith(`${id}__`)) calls += count;
    tally.runs += 1;
    tally.calls += calls;
    if (calls > cap) tally.problems.push(`${id}: ${calls} calls under a cap of ${cap}`);
    const json = results.get(id);
    const error = errors.get(id);
    const end = json === undefined ? (error?.name ?? "nothing") : endOf(json);
    tally.ends[end] = (tally.ends[end] ?? 0) + 1;
    const said = json ?? error?.partial;
    if (said === undefined) {
      tally.problems.push(`${id}: ended without a word`);
      continue;
    }
    const { usage } = JSON.parse(said) as { usage?: { calls: number } };
    if (usage && usage.calls < calls)
      tally.problems.push(`${id}: ${calls} calls, the result says ${usage.calls}`);
    if (end === "result") {
      tally.compared += 1;
      const same = lastingBytes(said) === lastingBytes(await undisturbed(id));
      if (!same) tally.problems.push(`${id}: the result differs from that of an undisturbed run`);
    } else await compareAsFar(id, end, said, tally);
  }
}

type Held = Pick<DebateResult, "rounds">;

/**
 * Under a cap that kills have used up a debate ends early, and says so. As far as it came, everybody said
 * what they say in a run without a cap, and only the last round may lack somebody.
 */
async function compareAsFar(
  id: string,
  end: string,
  json: string,
  tally: CapsTally,
): Promise<void> {
  const wrong = (what: string): void => void tally.problems.push(`${id}: ${what}`);
  if (end !== "budget" && end !== "BudgetExceededError") return wrong(`ended with ${end}`);
  if (id.startsWith("wide_")) wrong(`ended with ${end} under a wide cap`);
  tally.comparedInPart += 1;
  const { rounds } = JSON.parse(json) as Held;
  const whole = (JSON.parse(await undisturbed(id, false)) as Held).rounds;
  for (const { index, positions } of rounds) {
    for (const [seat, { status, text, answer }] of positions.entries()) {
      const expected = whole[index]?.positions[seat];
      if (status !== "spoke") {
        if (index < rounds.length - 1) wrong(`nobody spoke in seat ${seat} of round ${index}`);
        continue;
      }
      tally.positions += 1;
      if (text !== expected?.text || answer !== expected.answer)
        wrong(`seat ${seat} of round ${index} differs from an undisturbed run`);
    }
  }
}

function endOf(json: string): string {
  const { stopReason, integrity } = JSON.parse(json) as {
    stopReason: string;
    integrity: { degraded: boolean };
  };
  return stopReason === "budget" || integrity.degraded ? "budget" : "result";
}

async function undisturbed(id: string, capped = true): Promise<string> {
  const requests = new Map<string, number>();
  const provider = await startProvider(({ stepId }) => {
    const count = (requests.get(stepId) ?? 0) + 1;
    requests.set(stepId, count);
    return refusal(stepId, count);
  });
  try {
    const debate = debateFor(id, provider.url, undefined, capped);
    return JSON.stringify(await debate.run(questionFor(id), { id }));
  } finally {
    await provider.close();
  }
}

/** Mulberry32: the same kills at the same calls every time. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
