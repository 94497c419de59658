import { hash } from "node:crypto";
import {
  createBudget,
  newSecret,
  secretOf,
  withSecret,
  worstCase,
  type Member,
  type Setting,
} from "../api/index.ts";
import { BudgetExceededError, ConfigError, ModelError } from "../errors.ts";
import type { Hold, Shortage } from "../protocol/budget.ts";
import type { Journal } from "../protocol/journal.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";
import type { Pricing } from "../protocol/usage.ts";
import { checkedReply, costOfReply } from "../models/index.ts";

/** Replies that all arms share: the same request, with the same seed, is made and paid once. */
export interface Samples {
  /** Of all debates of the evaluation: requests are shared only if they are quoted alike. */
  secret: string;
  /** Lets a setting's members draw from the shared replies. */
  share(setting: Setting): Setting;
  /** Why no further call may be made, once the money is spent. */
  spentUp(): string | null;
  /** Calls really made, and what they cost. */
  spent(): { calls: number; usd: number | null };
  close(): Promise<void>;
}

export interface SamplesOptions {
  id: string;
  journal: Journal | undefined;
  /** Most that real calls may cost. */
  maxUsd: number | undefined;
}

export async function openSamples({ id, journal, maxUsd }: SamplesOptions): Promise<Samples> {
  const inputs = withSecret({}, newSecret());
  const run = (await journal?.open(`${id}.samples`, inputs)) ?? null;
  const hold = maxUsd === undefined ? null : createBudget({ usd: maxUsd }).open();
  const replies = new Map<string, Promise<ModelReply>>();
  let over: string | null = null;
  const totals: { calls: number; usd: number | null } = { calls: 0, usd: 0 };
  if (run) {
    for (const [key, { outcome }] of run.stored.steps) {
      if (outcome?.reply) replies.set(key, Promise.resolve(outcome.reply));
    }
  }

  function share(setting: Setting): Setting {
    return {
      ...setting,
      members: setting.members.map(shared),
      judge: setting.judge && shared(setting.judge),
    };
  }

  function shared(member: Member): Member {
    const { model, pricing } = member;
    if (hold && pricing === null) {
      throw new ConfigError("maxCost", `expected a known price for ${model.id}, got none`);
    }
    const generate = (request: ModelRequest): Promise<ModelReply> => {
      const key = keyOf(model, request);
      const known = replies.get(key);
      if (known) return known;
      const reply = call(model, pricing, request, key);
      replies.set(key, reply);
      // A failure is not a sample: the next to ask tries again.
      reply.catch(() => replies.delete(key));
      return reply;
    };
    return { ...member, model: { ...model, generate } };
  }

  async function call(
    model: ModelPort,
    pricing: Pricing | null,
    request: ModelRequest,
    key: string,
  ): Promise<ModelReply> {
    const settle = reserve(hold, pricing, request, (shortage) => {
      over ??= new BudgetExceededError(shortage).message;
    });
    await run?.stepStarted(key, key);
    const reply = checkedReply(await model.generate(request));
    const costUsd = costOfReply(reply, pricing);
    totals.calls += 1;
    totals.usd = totals.usd === null || costUsd === null ? null : totals.usd + costUsd;
    settle(costUsd);
    await run?.stepFinished(key, { reply, attempts: 1, usage: reply.usage ?? {}, costUsd });
    return reply;
  }

  return {
    secret: secretOf(run ? run.stored.inputs : inputs),
    share,
    spentUp: () => over,
    spent: () => ({ ...totals }),
    close: async () => {
      await run?.close("completed");
    },
  };
}

/** Sets the call's worst case aside. What doesn't fit is not called, and not tried again. */
function reserve(
  hold: Hold | null,
  pricing: Pricing | null,
  { system, messages, maxOutputTokens = 2048 }: ModelRequest,
  onShort: (shortage: Shortage) => void,
): (costUsd: number | null) => void {
  if (hold === null) return () => undefined;
  const worst = worstCase({ system, messages, maxOutputTokens, pricing });
  const shortage = hold.reserve(worst);
  if (shortage) {
    onShort(shortage);
    throw new ModelError("the evaluation's money is spent", { retryable: false, costUsd: 0 });
  }
  return (usd) => hold.settle(worst, { calls: 1, tokens: worst.tokens, usd });
}

function keyOf(model: ModelPort, request: ModelRequest): string {
  const { system, messages, temperature, maxOutputTokens, seed, peers, own } = request;
  const parts = [
    model.id,
    system,
    messages,
    temperature,
    maxOutputTokens,
    seed,
    peers.map(said),
    said(own),
  ];
  return hash("sha256", JSON.stringify(parts), "hex").slice(0, 40);
}

/** Function models and the embedded debater read positions rather than the prompt. */
function said(position: ModelRequest["own"]): string | null {
  return position ? position.text : null;
}
