import { Debate } from "@rostrum/runtime/api";
import type { DebateEvent } from "@rostrum/core/protocol";
import { describeError } from "../describe-error.ts";
import { newId } from "../runs/debate-in-worker.ts";
import { beginRun } from "../runs/runs.ts";
import { PROVIDERS, type Provider, type ProviderName } from "./providers.ts";

export interface KeyedDebate {
  provider: ProviderName;
  baseUrl: string;
  key: string;
  /** A model may be named more than once. */
  models: readonly string[];
  question: string;
  rounds: number;
  /** Maximum number of calls, including retries. */
  calls: number;
}

/** Runs a debate among a provider's models on the page, where the page's policy covers every call. */
export async function debateWithKey(options: KeyedDebate): Promise<string> {
  const { baseUrl, key, models, question, rounds, calls } = options;
  const provider: Provider = PROVIDERS[options.provider];
  const debaters = await Promise.all(
    models.map(async (model, index) => ({
      name: `${index + 1} ${model}`.slice(0, 64),
      model: await provider.create(model, key, baseUrl),
    })),
  );
  const id = newId();
  const stopping = new AbortController();
  const panel = new Debate({ debaters, rounds, budget: { calls } });
  const run = beginRun(id, false, () => stopping.abort());
  const stream = panel.stream(question, { id, signal: stopping.signal });
  const forwardEvents = async (): Promise<void> => {
    for await (const event of stream) run.push(removeKey(event, key));
  };
  forwardEvents().then(
    () => run.end(),
    (error: unknown) => run.end(removeKey(describeError(error), key)),
  );
  return id;
}

/** Removes the key, because a provider's error may repeat it and the debate may be shared. */
function removeKey<T extends DebateEvent | string>(value: T, key: string): T {
  if (key.length < 4) return value;
  const json = JSON.stringify(value);
  const quoted = JSON.stringify(key).slice(1, -1);
  return json.includes(quoted) ? (JSON.parse(json.replaceAll(quoted, "[key]")) as T) : value;
}
