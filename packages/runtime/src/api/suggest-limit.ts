import { estimateWhole } from "@rostrum/core/debate";
import type { DebateConfig, Question } from "@rostrum/core/protocol";
import { resolveConfig } from "./config/resolve-config.ts";
import { createPlannedTask } from "./plan.ts";

/** Output tokens of a long reply, with hidden reasoning. */
const LONG_REPLY = 16_000;

/** First digits of round amounts. */
const ROUND_FIGURES = [1, 1.5, 2, 3, 5, 10];

/**
 * A spending limit in US dollars for a panel that nobody has set one for: enough for a debate whose replies are all long,
 * without retries. `null`: a price is unknown, or all models are free.
 */
export async function suggestLimit(
  config: DebateConfig<never>,
  question: Question = "",
): Promise<number | null> {
  const { usd } = await estimateWhole(
    resolveConfig(config),
    createPlannedTask(question),
    LONG_REPLY,
  );
  return usd === null || usd === 0 ? null : roundUp(usd);
}

function roundUp(usd: number): number {
  const unit = 10 ** Math.floor(Math.log10(usd));
  const figure = ROUND_FIGURES.find((roundFigure) => roundFigure * unit >= usd) ?? 10;
  return Number((figure * unit).toPrecision(2));
}
