import {
  applyShape,
  describeShape,
  describeUnsureParts,
  describeUnsureSteps,
  endWith,
  estimateWorstAttempts,
  findWorstSpends,
  getLimit,
  listCallableModels,
  type ResolvedConfig,
  type SimulatedCall,
  shapeToCap,
  simulateFewest,
  simulateTypical,
  simulateWorstCase,
  type SpendCaps,
  sumSpends,
  type Task,
  isReview,
} from "@rostrum/core/debate";
import { mayBeProse } from "@rostrum/core/answers";
import { BudgetExceededError } from "@rostrum/core/support";
import { fail } from "@rostrum/core/options";
import {
  type DebatePlan,
  type ModelPort,
  parseRound,
  type Question,
  type Spend,
} from "@rostrum/core/protocol";
import { toTurn } from "@rostrum/core/record";
import { readMaterial } from "./config/question.ts";
import { listPollWarnings } from "./config/poll.ts";
import { listSearchWarnings } from "./tools/search-tool.ts";
import { withoutBytes } from "./files/kept-files.ts";
import { listFileWarnings, refuseFiles } from "./files/refuse-files.ts";
import type { LearnedLengths } from "./reply-lengths.ts";
import { findNewShape, listUnpricedComparer } from "./run/shape-run.ts";

/**
 * Estimates calls, tokens and cost from simulated runs. No model is called. Token counts are estimates on the high
 * side.
 */
export async function createPlan(
  config: ResolvedConfig,
  question: Question,
  { calls: callsCap, ...caps }: SpendCaps,
  { lengths, runs }: LearnedLengths,
): Promise<DebatePlan> {
  const task = createPlannedTask(question);
  const files = task.context.flatMap((turn) => turn.files ?? []);
  refuseFiles(config, files);
  const shape = await findNewShape(config, task, caps);
  const end = shape.lastRound?.round ?? Infinity;
  const resolved = endWith(applyShape(config, shape), end);
  const { retries } = resolved.limits;
  const spend = ({ call, input }: SimulatedCall): Spend => ({
    ...estimateWorstAttempts(
      { ...call, maxOutputTokens: getLimit(call) },
      input,
      retries,
      call.tools,
    ),
    calls: call.fallback === null ? 1 : 2,
  });
  const outputFactor = retries > 0 ? 2 : 1;
  const calls = await simulateWorstCase(resolved, task, {
    outputFactor,
    quoteFactor: 1,
    quotesAll: true,
  });
  const worstCase = sumSpends(
    [...findWorstSpends(calls, spend)].flatMap(([step, each]) =>
      parseRound(step) > end ? [] : each,
    ),
  );
  // What a cap on calls leaves out is decided when it is due, so nothing but the fewest and usual calls depend on it.
  const certainShape = await shapeToCap(resolved, task, callsCap ? { calls: callsCap } : {});
  const certainEnd = certainShape.lastRound?.round ?? Infinity;
  const fewest = await simulateFewest(
    endWith(applyShape(resolved, certainShape), certainEnd),
    task,
  );
  const certain = new Set(fewest.map(({ call }) => call.step));
  const room = {
    calls: limit(Infinity, callsCap),
    usd: limit(Infinity, caps.usd),
    tokens: limit(Infinity, caps.tokens),
  };
  const refusal = shape.refusal ?? certainShape.refusal;
  const typical = await simulateTypical(resolved, task, certain, lengths, room);
  const maxUsd = worstCase.usd === null ? null : limit(worstCase.usd, caps.usd);
  return {
    calls: {
      min: limit(fewest.length, callsCap),
      typical: limit(typical.spend.calls, callsCap),
      max: limit(worstCase.calls, callsCap),
    },
    tokens: { typical: typical.spend.tokens ?? 0, max: limit(worstCase.tokens ?? 0, caps.tokens) },
    usd: {
      // A cap may end a debate before it costs what is usual.
      typical: maxUsd === null ? null : Math.min(maxUsd, typical.spend.usd ?? maxUsd),
      max: maxUsd,
    },
    learnedRuns: runs,
    ...(runs === 0 || typical.assumed.length === 0 ? {} : { assumed: typical.assumed }),
    ...(refusal ? { shortage: refusal } : {}),
    ...(shape.lastRound === null && shape.dropped.length === 0
      ? {}
      : { leftOut: { parts: [...shape.dropped], lastRound: shape.lastRound?.round ?? null } }),
    warnings: [
      ...(refusal
        ? [new BudgetExceededError(refusal).message]
        : [
            ...describeShape(config, shape),
            ...describeUnsureSteps(shape),
            ...describeUnsureParts(certainShape),
          ]),
      ...(caps.usd ? listUnpricedComparer(config) : []),
      ...listWarnings(config, typical.calls),
      ...listFileWarnings(config, files),
    ],
  };
}

/** Limits an amount to what is left of a cap. */
function limit(most: number, cap: SpendCaps[keyof SpendCaps]): number {
  return cap === undefined ? most : Math.min(most, Math.max(0, cap.cap - cap.spent));
}

/** The question of a run that doesn't take place. Nothing that is counted depends on its secret or on a file's digest. */
export function createPlannedTask(question: Question): Task {
  const parts = typeof question === "string" ? { text: question } : Object(question);
  const { text, context } = parts as { text: unknown; context?: unknown };
  if (typeof text !== "string") return fail("question", "a text, or { text, context }", question);
  const items = readMaterial(context).map((item) =>
    "data" in item ? { ...item, sha256: "" } : item,
  );
  return {
    id: "plan",
    question: text,
    context: items.map(toTurn),
    material: items.map(withoutBytes),
    secret: () => "",
    isPlanned: true,
  };
}

/** Sources whose models can ask for a tool. */
const CALLS_TOOLS: ReadonlySet<string> = new Set(["id", "sdk", "function"]);

function listWarnings(resolved: ResolvedConfig, calls: readonly SimulatedCall[]): string[] {
  const { members, judge } = resolved;
  const warnings = [...listPollWarnings(resolved), ...listSearchWarnings(resolved)];
  const [first] = members;
  const alike = new Set(members.map(({ instructions }) => instructions)).size === 1;
  if (
    alike &&
    members.every(({ model, temperature }) => temperature === 0 && isSameModel(model, first?.model))
  ) {
    warnings.push(
      "All members are the same model at temperature 0 with the same instructions, so they will give the same reply " +
        "and the debate can't change anything. Raise the temperature or mix models.",
    );
  }
  if (judge && members.some(({ model }) => isSameModel(model, judge.model))) {
    warnings.push(
      `The judge uses the same model as a member (${judge.model.id}): it may favor that member's answers.`,
    );
  } else if (judge && members.some(({ model }) => getVendor(model) === getVendor(judge.model))) {
    warnings.push(
      `The judge (${judge.model.id}) is from the same vendor as a member: it may favor that member's answers.`,
    );
  }
  for (const member of members) {
    const { model, maxOutputTokens } = member;
    const room = model.contextWindow ?? Infinity;
    const inputs = calls.flatMap(({ call, input }) =>
      call.request.debater === member.name ? input : [],
    );
    const longest = Math.max(...inputs) + maxOutputTokens;
    if (longest > room) {
      warnings.push(
        `The last round may not fit into ${model.id}: up to ${longest} tokens, and it ` +
          `takes ${room}. Show a digest, use fewer rounds, or lower maxOutputTokens.`,
      );
      break;
    }
  }
  const { decide } = resolved;
  const ranks = typeof decide !== "function" && decide.type === "ranked" ? decide.count : null;
  if (members.length === 2 && ranks !== null && ranks !== "approval") {
    warnings.push(
      "With two members, each ballot ranks a single text: the ranking is always tied. Add members, or " +
        "count by approval.",
    );
  }
  if (comparesByRulesAlone(resolved)) {
    warnings.push(
      "No model compares answers in prose: those in other words count as different answers, even if they mean " +
        "the same. Name a model in `compare`.",
    );
  }
  // A review offers the repository's files to everybody: nobody asked for that, and the material has the change.
  const unable = members.filter(
    ({ tools, model }) =>
      tools?.fingerprint.some((part) => !part.startsWith("repository ")) === true &&
      !CALLS_TOOLS.has(model.source),
  );
  if (unable.length > 0) {
    const names = unable.map(({ name }) => name).join(", ");
    warnings.push(`Programs, embedded networks and people can't use \`tools\`: ${names}.`);
  }
  if (members.some(({ tools }) => tools !== undefined && tools.feesUsd > 0)) {
    warnings.push(
      "With `search`, the most that it may cost is an estimate: providers don't say beforehand how much they will read.",
    );
  }
  for (const { what, error } of resolved.impossibleParts) {
    warnings.push(
      `\`${what === "claims" || what === "memo" ? "report" : what}\` is left out: ${error}.`,
    );
  }
  // A review has no decision rule: votes decide on its findings, with or without a judge.
  if (
    judge &&
    !isReview(resolved) &&
    listCallableModels(resolved).every(({ role }) => role !== "judge")
  ) {
    warnings.push(
      "There is a judge, but `decide` names another rule: the judge will not be asked.",
    );
  }
  return warnings;
}

/** Embedded networks answer in figures. */
function comparesByRulesAlone({ compare, answer, members, sides }: ResolvedConfig): boolean {
  const writers = members.filter(({ model }) => model.source !== "embedded");
  return compare === null && sides === null && writers.length > 0 && mayBeProse(answer);
}

/** Functions share ids, because their names are accidental: those of one factory are all anonymous. */
function isSameModel(a: ModelPort, b: ModelPort | undefined): boolean {
  return a.id === b?.id && (a.source !== "function" || a.origin === b.origin);
}

/** The vendor of a model, as far as its id says. Functions have none. */
function getVendor({ id, provider }: ModelPort): string | symbol {
  const [house = "", maker = ""] = (provider === undefined ? "" : id).split(/[./]/);
  return house === "" ? Symbol("none") : house === "openrouter" ? maker : house;
}
