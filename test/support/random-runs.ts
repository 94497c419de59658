import { calibrate, certify } from "../../packages/eval/src/index.ts";
import {
  ConfigError,
  debate,
  ModelError,
  type Model,
  RostrumError,
  type DebateConfig,
  type PartialResult,
  type RunStore,
} from "../../packages/rostrum/src/index.ts";
import * as vocabulary from "../../packages/core/src/entries/options.ts";
import { randomDebate, type SuppliedValues } from "../../scripts/lib/random-debates.ts";

/** Options that add calls, which the debates must cover. */
export const OPTIONS: readonly string[] = ["route", "verify", "compare", "judge", "report", "crux"];

const calibration = calibrate(
  Array.from({ length: 30 }, (_, row) => ({
    gold: String(row),
    replies: { ann: `Answer: ${row}`, bob: `Answer: ${row % 3 === 0 ? 0 : row}` },
  })),
  { answer: "number" },
);

/** Values for random debates that no definition can describe. */
export const suppliedValues: SuppliedValues = {
  calibration,
  certificate: certify(calibration, { alpha: 0.2, mode: "delivered" }),
  trouble: (refused) =>
    refused
      ? new ModelError("refused", { status: 401 })
      : new ModelError("it is down", { status: 503, retryAfterMs: 0 }),
};

/** Figures of a run that are stored in several places. */
export interface Figures {
  calls: number;
  costUsd: number | null;
  degraded: boolean;
  stopReason: string | null;
}

export const figuresOf = ({ usage, costUsd, integrity, stopReason }: PartialResult): Figures => ({
  calls: usage.calls,
  costUsd,
  degraded: integrity.degraded,
  stopReason: stopReason === "unfinished" ? null : stopReason,
});

/** Returns the panel with its first member down. */
function withFallback(config: DebateConfig<never>): DebateConfig<never> {
  const [first, ...others] = config.debaters as { model: Model }[];
  const down = (): never => {
    throw suppliedValues.trouble(true);
  };
  const debaters = [{ ...first, model: down, fallback: first?.model }, ...others];
  return { ...config, debaters };
}

/** Runs a debate. A third of them are aborted at a call, and most of these resumed. `null` if its options exclude each other. */
export async function holdRandomRun(
  seed: number,
  journal: RunStore,
): Promise<{ figures: Figures; tags: string[] } | null> {
  const random = randomDebate(seed, vocabulary, suppliedValues);
  const { question } = random;
  const config = seed % 5 === 0 ? withFallback(random.config) : random.config;
  const id = `random-${seed}`;
  const cutAt = seed % 3 === 0 ? 1 + (seed % 7) : Infinity;
  let requestCount = 0;
  const ask = async (signal?: AbortSignal): Promise<PartialResult> =>
    debate(question, { ...config, journal } as DebateConfig, {
      id,
      userId: id,
      ...(signal ? { signal } : {}),
    });
  const stopping = new AbortController();
  random.onRequest = () => {
    requestCount += 1;
    if (requestCount === cutAt) stopping.abort();
  };
  const partial = (error: unknown): PartialResult | null => {
    if (!(error instanceof RostrumError)) throw error;
    return error instanceof ConfigError ? null : (error.partial ?? null);
  };
  let result = await ask(stopping.signal).catch(partial);
  const cut = stopping.signal.aborted;
  const resumed = cut && seed % 4 !== 0;
  if (resumed) result = await ask().catch(partial);
  const options = new Set(Object.keys(config));
  const tags = OPTIONS.filter((name) => options.has(name));
  if (cut) tags.push(resumed ? "resumed" : "cut off");
  if (JSON.stringify(result?.warnings ?? []).includes("replied for")) tags.push("fallback");
  if (result?.escalateToHuman) tags.push("escalated");
  return result && { figures: figuresOf(result), tags };
}
