import {
  createBudget,
  createSecret,
  readSecret,
  computeCallKey,
  addSecret,
} from "@rostrum/runtime/api";
import { requestTokens, mapModels, estimateWorst, type ResolvedConfig } from "@rostrum/core/debate";
import { BudgetExceededError, ConfigError, ModelError } from "@rostrum/core/support";
import {
  addKnown,
  chargedSpend,
  NO_SPEND,
  toSpend,
  type CallCost,
  type PricedModel,
  type Journal,
  type JournalRun,
  type ModelPort,
  type ModelReply,
  type ModelRequest,
  type Position,
  type Pricing,
  type Spend,
} from "@rostrum/core/protocol";
import {
  toModelError,
  checkReply,
  measureFailure,
  measureReply,
  USUAL_OUTPUT_TOKENS,
} from "@rostrum/runtime/models";

/** Replies shared by all arms: the same request with the same seed is made and paid for once. */
export interface Samples {
  /** Secret of all debates of the evaluation: requests are equal only if their fences are. */
  secret: string;
  /**
   * Makes all models of a config use the shared replies: debaters, judge, router and fallbacks. Functions and objects that
   * are models are told apart by the config that has them first, so `owner` must be the same in a resumed evaluation.
   * Spending is also added to `extraTotals`.
   */
  withSharedReplies(resolved: ResolvedConfig, owner?: string, extraTotals?: Spent): ResolvedConfig;
  /** Message of the exceeded spending limit; `null` while calls may be made. */
  stopReason(): string | null;
  /** Throws if the journal could not store a call. No further call is made then. */
  checkWritten(): void;
  /** Calls made, including failed ones, and their cost. */
  spent(): Spent;
  close(): Promise<void>;
}

export interface Spent {
  calls: number;
  usd: number | null;
}

/** `maxUsd` limits the spending on calls. */
export async function openSamples(
  id: string,
  journal: Journal | undefined,
  maxUsd: number | undefined,
): Promise<Samples> {
  const inputs = addSecret({}, createSecret());
  const run = (await journal?.open(`${id}.samples`, inputs)) ?? null;
  const reservation = maxUsd === undefined ? null : createBudget({ usd: maxUsd }).open();
  const replies = new Map<string, Promise<ModelReply>>();
  let capMessage: string | null = null;
  let writeFailure: { error: unknown } | null = null;
  const totals: Spent = { calls: 0, usd: 0 };
  if (run) {
    for (const [key, { outcome }] of run.stored.steps) {
      if (outcome?.reply) replies.set(key, Promise.resolve(outcome.reply));
    }
  }

  /** Names of models that have no name of their own, such as anonymous functions. */
  const modelNames = new Map<object, string>();

  function nameModel({ id: modelId, origin, source }: ModelPort, owner: string): string {
    if (origin === undefined) return modelId;
    // A program is plain data: its folder and its variables are not in its id.
    if (source === "command") return `${modelId} ${JSON.stringify(origin)}`;
    const name = modelNames.get(origin) ?? `${modelId} ${countNames(owner)} of ${owner}`;
    modelNames.set(origin, name);
    return name;
  }

  function countNames(owner: string): number {
    return [...modelNames.values()].filter((name) => name.endsWith(` of ${owner}`)).length;
  }

  function shareReplies(
    pricedModel: PricedModel,
    tools: Tools,
    owner: string,
    counts: readonly Spent[],
  ): PricedModel {
    const { model, pricing } = pricedModel;
    const name = nameModel(model, owner);
    if (reservation && pricing === null) {
      throw new ConfigError("maxCost", `expected a known price for ${model.id}, got none`);
    }
    const generate = (request: ModelRequest): Promise<ModelReply> => {
      const key = computeSampleKey(name, request);
      const sharedReply = replies.get(key);
      if (sharedReply) return sharedReply;
      const reply = call(
        pricedModel,
        request,
        estimateRequest(request, pricing, tools),
        key,
        counts,
      );
      replies.set(key, reply);
      // A failure is not a sample, so the next request tries again.
      reply.catch(() => replies.delete(key));
      return reply;
    };
    return { model: { ...model, generate }, pricing };
  }

  /**
   * Writes to the journal. A failed write must not look like a failed call, which would be paid again, so it is kept for
   * `checkWritten`.
   */
  async function write(work: (run: JournalRun) => void | Promise<void>): Promise<void> {
    if (run === null) return;
    try {
      await work(run);
    } catch (error) {
      writeFailure ??= { error };
    }
  }

  /** A call whose worst case doesn't fit is not made and not tried again; neither is one that may not be stored. */
  async function call(
    { model, pricing }: PricedModel,
    request: ModelRequest,
    maxSpend: Spend,
    key: string,
    counts: readonly Spent[],
  ): Promise<ModelReply> {
    const shortage = reservation?.reserve(maxSpend) ?? null;
    if (shortage !== null) {
      capMessage ??= new BudgetExceededError({ ...shortage, whose: "maxCost" }).message;
      throw new ModelError("the evaluation's maxCost is used up", { retryable: false, costUsd: 0 });
    }
    await write((opened) => opened.stepStarted(key, key));
    if (writeFailure !== null) {
      reservation?.settle(maxSpend, NO_SPEND);
      throw new ModelError("the journal can't store the call", { retryable: false, costUsd: 0 });
    }
    const settle = (cost: CallCost): CallCost => {
      for (const count of counts) count.usd = addKnown(count.usd, cost.costUsd);
      reservation?.settle(maxSpend, chargedSpend(maxSpend, toSpend(cost)));
      return cost;
    };
    for (const count of counts) count.calls += 1;
    let reply: ModelReply;
    try {
      reply = checkReply(await model.generate(request));
    } catch (thrown) {
      const cost = settle(measureFailure(thrown));
      const { message } = toModelError(thrown);
      await write((opened) => opened.stepFinished(key, { reply: null, error: message, ...cost }));
      throw thrown;
    }
    const cost = settle(measureReply(reply, pricing));
    await write((opened) => opened.stepFinished(key, { reply, ...cost }));
    return reply;
  }

  return {
    secret: readSecret(run ? run.stored.inputs : inputs),
    withSharedReplies: (resolved, owner = "panel", extraTotals) =>
      mapModels(resolved, (pricedModel, { tools }) =>
        shareReplies(pricedModel, tools, owner, extraTotals ? [totals, extraTotals] : [totals]),
      ),
    stopReason: () => capMessage,
    checkWritten() {
      if (writeFailure) throw writeFailure.error;
    },
    spent: () => ({ ...totals }),
    close: async () => {
      await run?.close("completed");
    },
  };
}

type Tools = ResolvedConfig["members"][number]["tools"];

/** Upper bound of one attempt, in which a model that is offered tools reads their definitions. */
function estimateRequest(request: ModelRequest, pricing: Pricing | null, tools: Tools): Spend {
  const offered = request.tools && tools ? { ...tools, tokens: tools.maxTokens } : null;
  const { maxOutputTokens = USUAL_OUTPUT_TOKENS } = request;
  return estimateWorst(requestTokens(request, offered), maxOutputTokens, pricing, offered);
}

/** Leaves out names, because arms rename members, and what positions cost, because retries differ from arm to arm. */
function computeSampleKey(
  model: string,
  { debater: _debater, own, peers, ...request }: ModelRequest,
): string {
  return computeCallKey(model, {
    ...request,
    ...(own ? { own: withoutCosts(own) } : {}),
    peers: peers.map(withoutCosts),
  });
}

function withoutCosts(position: Position): Position {
  const { usage: _usage, costUsd: _costUsd, attempts: _attempts, ...said } = position;
  return said;
}
