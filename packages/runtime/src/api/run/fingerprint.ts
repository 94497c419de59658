import {
  type DebateShape,
  HELPER_OPTIONS,
  mapHelpers,
  type Member,
  type ResolvedConfig,
  type Task,
  UNSHAPED,
} from "@rostrum/core/debate";
import {
  type BudgetLimits,
  comesAfterRounds,
  type ModelPort,
  type RunInputs,
  type StepCall,
  type StoredRun,
} from "@rostrum/core/protocol";
import { JournalMismatchError } from "@rostrum/core/support";
import { CONFIG } from "@rostrum/core/options";
import { isFileInput } from "../files/kept-files.ts";
import { computeCallKey, digestText, messageToJson } from "./call-key.ts";

/** Key of the secret in a run's fences. It is stored as text and is not part of the fingerprint. */
const FENCE_SECRET = "fence";

/** Key of the digest of a run's caps. Not part of the fingerprint. */
const BUDGET_CAPS = "budget";

/** Key of the run's shape under its caps, as JSON. Kept out of the fingerprint, but restored on resume. */
const SHAPE = "shape";

/** Stored as text, so that a forked run can be resumed by its id alone. */
const FORK = "forkedFrom";

/** How much of the debate that it follows up a run reads. Absent: no follow-up, or one of an earlier version. */
const CARRY = "carry";

/**
 * A fingerprint of each input of a run, so that an error can name the one that differs. Limits, output
 * limits and caps are left out, because they may grow when a run is resumed.
 */
export function computeInputs(
  resolved: ResolvedConfig,
  task: Task,
  caps: BudgetLimits | null,
): RunInputs {
  return {
    [BUDGET_CAPS]: digest(caps),
    question: digest(task.question),
    context: digestText(`[${task.context.map(messageToJson).join(",")}]`),
    ...computeConfigInputs(resolved),
  };
}

function computeConfigInputs(resolved: ResolvedConfig): RunInputs {
  const inputs: RunInputs = {};
  resolved.members.forEach((member, index) => {
    for (const [key, value] of Object.entries(listMemberInputs(member))) {
      inputs[`debaters[${index}].${key}`] = digest(value);
    }
  });
  const helpers = mapHelpers(resolved, listMemberInputs);
  for (const [option, value] of Object.entries(helpers)) inputs[option] = digest(value);
  const options: Record<string, unknown> = { ...resolved };
  for (const key of IDENTIFYING) inputs[key] = digest(options[key]);
  return inputs;
}

/** Inputs of a chain: its panel and its first state. */
export function computeChainInputs(resolved: ResolvedConfig, startText: string): RunInputs {
  return { ...computeConfigInputs(resolved), start: digestText(startText) };
}

/** These options became members, judge, router and comparer, which have their own fingerprints. */
const MODEL_OPTIONS: ReadonlySet<string> = new Set([
  "debaters",
  "model",
  "panelSize",
  "personas",
  ...HELPER_OPTIONS,
]);

/** The options that a resumed run must share with the stored one. */
const IDENTIFYING: readonly string[] = Object.entries(CONFIG).flatMap(([key, { mayChange }]) =>
  mayChange || MODEL_OPTIONS.has(key) ? [] : [key],
);

function listMemberInputs(member: Member): Record<string, unknown> {
  const {
    model,
    fallback,
    tools,
    pricing: _pricing,
    spec: _spec,
    maxOutputTokens: _limit,
    takes: _takes,
    vendor: _vendor,
    alternates,
    ...rest
  } = member;
  return {
    ...rest,
    // Stored fingerprints contain this name.
    ...(alternates ? { standIns: alternates.map(listMemberInputs) } : {}),
    model: getModelName(model),
    fallback: fallback && getModelName(fallback.model),
    tools: tools?.fingerprint ?? [],
  };
}

/** Rejects inputs that differ from those that the journal has under the same id. */
export function checkSameInputs({ id, inputs: stored }: StoredRun, wanted: RunInputs): void {
  const differing = findDifferences(stored, wanted);
  const sizes = { stored: countMembers(stored), wanted: countMembers(wanted) };
  if (sizes.stored === sizes.wanted) {
    if (differing.length > 0) throw new JournalMismatchError(id, differing);
    return;
  }
  const others = differing.filter((name) => readMemberIndex(name) === undefined);
  throw new JournalMismatchError(id, ["debaters", ...others], sizes);
}

function countMembers(inputs: RunInputs): number {
  return new Set(Object.keys(inputs).flatMap((name) => readMemberIndex(name) ?? [])).size;
}

function readMemberIndex(name: string): string | undefined {
  return /^debaters\[(\d+)\]\./.exec(name)?.[1];
}

/** Names of the inputs in which a run differs from the stored one. */
function findDifferences(stored: RunInputs, wanted: RunInputs): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(wanted)]);
  names.delete(BUDGET_CAPS);
  names.delete(FENCE_SECRET);
  names.delete(SHAPE);
  // The context contains the digests of files.
  for (const name of names) if (isFileInput(name)) names.delete(name);
  if (wanted[FORK] === undefined) names.delete(FORK);
  if (wanted[CARRY] === undefined || stored[CARRY] === undefined) names.delete(CARRY);
  return [...names].filter((name) => stored[name] !== wanted[name]);
}

/** The run that this one was forked from, if any. */
export function readFork(inputs: RunInputs): { id: string; fromRound: number } | null {
  const origin = inputs[FORK];
  if (origin === undefined) return null;
  const at = origin.lastIndexOf("#");
  return { id: origin.slice(0, at), fromRound: Number(origin.slice(at + 1)) };
}

export function addFork(
  inputs: RunInputs,
  fork: { id: string; fromRound: number } | undefined,
): RunInputs {
  return fork ? { ...inputs, [FORK]: `${fork.id}#${fork.fromRound}` } : inputs;
}

export function addCarry(inputs: RunInputs, carry: string | undefined): RunInputs {
  return carry === undefined ? inputs : { ...inputs, [CARRY]: carry };
}

/** The secret that a run was started with. */
export function readSecret(inputs: RunInputs): string {
  return inputs[FENCE_SECRET] ?? "";
}

export function addSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [FENCE_SECRET]: secret };
}

/** Reads the shape that caps gave to a run when it started. */
export function readShape(inputs: RunInputs): DebateShape {
  const shape = inputs[SHAPE];
  return shape === undefined ? UNSHAPED : (JSON.parse(shape) as DebateShape);
}

export function addShape(inputs: RunInputs, shape: DebateShape): RunInputs {
  return shape === UNSHAPED ? inputs : { ...inputs, [SHAPE]: JSON.stringify(shape) };
}

export function haveSameCaps(a: RunInputs, b: RunInputs): boolean {
  return a[BUDGET_CAPS] === b[BUDGET_CAPS];
}

export function hashRequest(call: StepCall): string {
  return addRounds(call, digestCall(call));
}

/**
 * The number of rounds is part of a verdict's hash: after more rounds it is a different verdict,
 * not a mismatch.
 */
function addRounds({ request }: StepCall, hash: string): string {
  const closing = comesAfterRounds(request.stepId) && request.role !== "comparer";
  return closing ? `${request.round}.${hash}` : hash;
}

/** How many rounds a verdict was about, from its hash. */
export function parseRounds(hash: string): string {
  return hash.slice(0, Math.max(0, hash.indexOf(".")));
}

/**
 * Leaves out the output limit, which may grow when a run is resumed; tools, whose descriptions come from servers that may
 * be updated meanwhile; and what the prompt already contains or the step's name already says.
 */
function digestCall({ model, request }: StepCall): string {
  const {
    maxOutputTokens: _maxOutputTokens,
    tools: _tools,
    role: _role,
    debater: _debater,
    round: _round,
    question: _question,
    own: _own,
    peers: _peers,
    items: _items,
    seed: _seed,
    ...sent
  } = request;
  return computeCallKey(getModelName(model), sent);
}

function digest(value: unknown): string {
  return digestText(JSON.stringify(value, replaceFunction) ?? "");
}

function replaceFunction(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name} ${String(value)}` : value;
}

function getModelName({ fingerprint, id }: ModelPort): string {
  return fingerprint ?? id;
}
