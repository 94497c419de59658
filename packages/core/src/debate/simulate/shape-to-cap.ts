import { ROUNDING_ERROR } from "../../rounding-error.ts";
import type { Amount, Shortage, Spend } from "../../protocol/budget.ts";
import { COUNTED } from "../../protocol/spend.ts";
import { parseRound, parseStep } from "../../protocol/step-id.ts";
import { endWith, isReview, listEarlierEnds } from "../config/debate-kinds.ts";
import { listRequiredSteps } from "../rounds/first-asked.ts";
import { listCallableModels, mapMembers, withAlternates } from "../config/members.ts";
import type { Member, ResolvedConfig, Task } from "../config/resolved-config.ts";
import { MAX_QUOTE_FACTOR } from "../spending/call-spend.ts";
import {
  estimateAttempt,
  estimateReviewAttempt,
  findWorstSpends,
  hasTools,
  simulateWorstCase,
  sumSpends,
  withoutTools,
} from "./scenarios.ts";
import {
  DROPPABLE,
  MIN_OUTPUT_TOKENS,
  UNSHAPED,
  type DebateShape,
  type DroppablePart,
} from "./debate-shape.ts";
import { simulateStart, type BegunRun, type SimulatedCall } from "./simulate-run.ts";
import { USUAL_TOKENS } from "./typical-run.ts";

/** Caps, with what is already settled or reserved of them. */
export type SpendCaps = Partial<Record<CappedPart, SpendCap>>;
type CappedPart = keyof Amount;

interface SpendCap extends Pick<Shortage, "cap" | "spent" | "whose"> {}

/** A shape without its output limit: what is left out, and the round that the debate ends with at the latest. */
interface Outline {
  dropped: readonly DroppablePart[];
  end: number | null;
}

/**
 * Fits a debate into caps: lowers the output limits as far as needed, and leaves out parts and rounds where replies would
 * be too short. Every call is counted once: retries, and asking again, take place only if they still fit.
 */
export async function shapeToCap(
  config: ResolvedConfig,
  task: Task,
  caps: SpendCaps,
  begunRun?: BegunRun,
): Promise<DebateShape> {
  if (COUNTED.every((part) => caps[part] === undefined)) return UNSHAPED;
  // The marks of a run differ from those of the next, and must not decide what fits.
  const planned: Task = begunRun === undefined ? { ...task, isPlanned: true } : task;
  const simulate = createSimulation(config, planned, begunRun);
  const measure: Measure = (outline, limit) => measureOutline(outline, limit, { simulate, caps });
  /** Optional calls are skipped if they don't fit. */
  const measureRequired: Measure = async (outline, limit) => {
    const shaped = applyShape(config, { ...outline, outputLimit: limit });
    const isRequired = await listRequiredSteps(simulateStart(shaped, planned));
    // A cap on calls leaves out what doesn't fit when it is due. So it refuses only what doesn't fit before the first
    // reply, and a user's function may ask one member first.
    const asksOne = typeof config.poll === "function";
    const mayRefuse = (step: string): boolean => {
      const name = parseStep(step);
      return parseRound(step) <= 0 && !(asksOne && name?.role === "debater" && name.panelIndex > 0);
    };
    const isCounted = (step: string): boolean =>
      isRequired(step) && (caps.calls === undefined || mayRefuse(step));
    return measureOutline(outline, limit, { simulate, caps, isCounted });
  };
  const [whole, ...outlines] = listOutlines(config) as [Outline, ...Outline[]];
  if (findShortage(await measure(whole, null), caps) === null) return UNSHAPED;
  const shortages: Shortage[] = [];
  for (const outline of [whole, ...outlines]) {
    const shortage = findShortage(await measure(outline, MIN_OUTPUT_TOKENS), caps);
    if (shortage === null) {
      const outputLimit = await findLargestLimit(config, (limit) => measure(outline, limit), caps);
      return { ...describeOutline(config, outline, shortages), outputLimit };
    }
    shortages.push(shortage);
  }
  const smallestOutline = outlines.at(-1) ?? whole;
  const smallest = describeOutline(config, smallestOutline, shortages);
  const refusal = findShortage(await measureRequired(smallestOutline, MIN_OUTPUT_TOKENS), caps);
  if (refusal !== null) {
    const shape = { ...smallest, outputLimit: MIN_OUTPUT_TOKENS };
    // With a shared budget, the remaining amount is known only when it is reserved.
    if (refusal.spent > 0) return shape;
    const smallestCap = roundUp(refusal);
    const part = refusal.limit as CappedPart;
    const findCap = async (outline: Outline): Promise<number> =>
      roundUp({ ...refusal, needed: (await measure(outline, MIN_OUTPUT_TOKENS))[part] ?? 0 });
    // Votes merge findings too.
    const comparingCap = isReview(config) ? smallestCap : await findCap(smallestOutline);
    const wholeCap = await findCap(whole);
    return {
      ...shape,
      refusal: {
        ...refusal,
        smallestCap,
        ...(comparingCap > smallestCap ? { comparingCap } : {}),
        ...(wholeCap > smallestCap ? { wholeCap } : {}),
      },
    };
  }
  const outputLimit = await findLargestLimit(
    config,
    (limit) => measureRequired(smallestOutline, limit),
    caps,
  );
  const steps = await simulate(smallestOutline, MIN_OUTPUT_TOKENS);
  const isUnsure = !isReview(config) && [...steps.keys()].some(isComparison);
  const comparison = isUnsure ? shortages.at(-1) : undefined;
  return { ...smallest, ...(comparison ? { comparison } : {}), outputLimit };
}

/** Spend of a whole debate in which every reply may have this many tokens. Every call is counted once. */
export async function estimateWhole(
  config: ResolvedConfig,
  task: Task,
  outputLimit: number,
): Promise<Spend> {
  const simulate = createSimulation(config, { ...task, isPlanned: true }, undefined);
  const whole: Outline = { dropped: [], end: null };
  return measureOutline(whole, outputLimit, { simulate, caps: {} });
}

type Measure = (outline: Outline, limit: number | null) => Promise<Spend>;

/** `shortages`: of the outlines that leave out less, from the whole debate on. */
function describeOutline(
  config: ResolvedConfig,
  { dropped, end }: Outline,
  shortages: readonly Shortage[],
): DebateShape {
  const [whole] = shortages;
  if (whole === undefined) return UNSHAPED;
  const shape = { ...UNSHAPED, dropped, whole };
  if (end === null) return shape;
  if (!isReview(config)) return { ...shape, lastRound: { round: end, shortage: whole } };
  const check = shortages[listOutlines(config).length - 2];
  return check === undefined ? shape : { ...shape, check };
}

/** From everything to the least. In a review, looking around comes after the check. */
function listOutlines(config: ResolvedConfig): Outline[] {
  if (isReview(config)) {
    const dropped: DroppablePart[] = hasTools(config) ? ["tools"] : [];
    return [
      { dropped: [], end: null },
      ...dropped.map((part) => ({ dropped: [part], end: null })),
      { dropped, end: 0 },
    ];
  }
  const roles = new Set(listCallableModels(config).map(({ role }) => role));
  const parts = (Object.keys(DROPPABLE) as (keyof typeof DROPPABLE)[]).filter((part) =>
    roles.has(DROPPABLE[part]),
  );
  return [
    { dropped: [], end: null },
    ...parts.map((_, index) => ({ dropped: parts.slice(0, index + 1), end: null })),
    ...listEarlierEnds(config).map((end) => ({ dropped: parts, end })),
  ];
}

/** Returns the config with a shape applied. Rounds that don't fit end the debate when they are reached. */
export function applyShape(
  config: ResolvedConfig,
  { outputLimit, dropped }: Pick<DebateShape, "outputLimit" | "dropped">,
): ResolvedConfig {
  // Return the same object, because statistics such as latencies are stored by config.
  if (dropped.length === 0 && outputLimit === null) return config;
  const droppedParts = dropped.flatMap((part) => (part === "tools" ? [] : [[part, null]]));
  const base = dropped.includes("tools") ? withoutTools(config) : config;
  const shaped = { ...base, ...Object.fromEntries(droppedParts) };
  if (outputLimit === null) return shaped;
  const lower = (member: Member): Member => ({
    ...member,
    maxOutputTokens: Math.min(member.maxOutputTokens, outputLimit),
    ...(member.alternates ? { alternates: member.alternates.map(lower) } : {}),
  });
  const lowered = mapMembers(shaped, lower);
  const { route } = lowered;
  if (route.type === "always") return lowered;
  // The router would take room from every reply, so it has no more than is counted for it.
  const maxOutputTokens = Math.min(route.member.maxOutputTokens, USUAL_TOKENS);
  return { ...lowered, route: { ...route, member: { ...route.member, maxOutputTokens } } };
}

type Simulate = (outline: Outline, limit: number | null) => Promise<ReadonlyMap<string, Spend>>;

/** Simulates a debate with an output limit. What was simulated before is not simulated again. */
function createSimulation(
  config: ResolvedConfig,
  task: Task,
  begunRun: BegunRun | undefined,
): Simulate {
  const simulated = new Map<string, Promise<SimulatedCall[]>>();
  const reviews = isReview(config);
  const simulateCalls = (shaped: ResolvedConfig): Promise<SimulatedCall[]> =>
    simulateWorstCase(shaped, task, {
      outputFactor: 1,
      quoteFactor: MAX_QUOTE_FACTOR,
      quotesAll: reviews,
      ...(begunRun ? { begunRun } : {}),
    });
  return async ({ dropped, end }, limit) => {
    const shaped = { ...applyShape(config, { outputLimit: limit, dropped }), clarify: [] };
    // The calls of a review are the same in all outlines: what tools may add is estimated from them.
    const key = JSON.stringify(reviews ? limit : [dropped, end, limit]);
    const calls =
      simulated.get(key) ??
      simulateCalls(reviews ? withoutTools(shaped) : endWith(shaped, end ?? Infinity));
    simulated.set(key, calls);
    return findWorstSpends(
      await calls,
      reviews ? (call) => estimateReviewAttempt(shaped, call) : estimateAttempt,
    );
  };
}

interface Measuring {
  simulate: Simulate;
  caps: SpendCaps;
  /** Default: every step. */
  isCounted?(step: string): boolean;
}

/**
 * Measures a debate's spend at an output limit. Comparisons run only if they fit, so they count with their typical
 * spend: their maximum would make all replies much shorter.
 */
async function measureOutline(
  outline: Outline,
  limit: number | null,
  { simulate, caps, isCounted = () => true }: Measuring,
): Promise<Spend> {
  const { end } = outline;
  const steps = await simulate(outline, limit);
  const hasOptional = [...steps.keys()].some(isComparison);
  const usual = hasOptional ? await simulate(outline, USUAL_TOKENS) : steps;
  const spends = [...steps].flatMap(([step, spend]) => {
    if (!isCounted(step) || (end !== null && parseRound(step) > end)) return [];
    const counted = isComparison(step) ? (usual.get(step) ?? spend) : spend;
    // A call of unknown price is left out where dollars are capped.
    return caps.usd === undefined || counted.usd !== null ? [counted] : [];
  });
  return sumSpends(spends);
}

function isComparison(step: string): boolean {
  return parseStep(step)?.role === "comparer";
}

function findShortage(spend: Spend, caps: SpendCaps): Shortage | null {
  for (const limit of COUNTED) {
    const capped = caps[limit];
    const requiredAmount = spend[limit] ?? 0;
    if (capped && capped.spent + requiredAmount > capped.cap + ROUNDING_ERROR) {
      return { limit, ...capped, needed: requiredAmount };
    }
  }
  return null;
}

/** Rounds up to whole tokens, or to millionths of a dollar. */
function roundUp({ limit, spent, needed }: Shortage): number {
  const parts = limit === "usd" ? 1e6 : 1;
  return Math.ceil((spent + needed) * parts - ROUNDING_ERROR) / parts;
}

/** Enough for limits of any size: what is spent grows almost evenly with the limit. */
const MAX_TRIES = 16;

/** Largest output limit that fits. The caller has checked that MIN_OUTPUT_TOKENS fits. */
async function findLargestLimit(
  config: ResolvedConfig,
  measureAt: (limit: number) => Promise<Spend>,
  caps: SpendCaps,
): Promise<number> {
  let above = findHighestLimit(config);
  let upperSpend = await measureAt(above);
  if (findShortage(upperSpend, caps) === null) return above;
  let fitting = MIN_OUTPUT_TOKENS;
  let lowerSpend = await measureAt(fitting);
  for (let tries = 0; tries < MAX_TRIES && above - fitting > 1; tries++) {
    const guess = fitting + Math.floor((above - fitting) * findShare(lowerSpend, upperSpend, caps));
    const limit = Math.min(Math.max(guess, fitting + 1), above - 1);
    const spend = await measureAt(limit);
    if (findShortage(spend, caps) === null) [fitting, lowerSpend] = [limit, spend];
    else [above, upperSpend] = [limit, spend];
  }
  return fitting;
}

/** The largest output limit of any model. Under it, no reply is shortened. */
function findHighestLimit(config: ResolvedConfig): number {
  const members = listCallableModels(config).flatMap(({ member }) => withAlternates(member));
  return Math.max(...members.map(({ maxOutputTokens }) => maxOutputTokens));
}

/** How far the caps are from the lower of two amounts to the higher one, from 0 to 1. */
function findShare(lowerSpend: Spend, upperSpend: Spend, caps: SpendCaps): number {
  const shares = (["tokens", "usd"] as const).map((part) => {
    const { cap, spent } = caps[part] ?? { cap: Infinity, spent: 0 };
    const [from, to] = [lowerSpend[part] ?? 0, upperSpend[part] ?? 0];
    return to > from ? (cap - spent - from) / (to - from) : 1;
  });
  return Math.min(1, ...shares);
}
