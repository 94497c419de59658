import type { BudgetLimits } from "../../protocol/settings.ts";
import type { Member, ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import type { RunInputs, StoredRun } from "../../protocol/journal.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { StepCall } from "../../protocol/step.ts";
import { CONFIG } from "../../vocabulary/index.ts";
import { isVerdict } from "../../protocol/step-kinds.ts";
import { isFileInput } from "../files/kept-files.ts";
import { chatDigest, digestOf, messageJson } from "./chat-digest.ts";
import { SECRET } from "./secret.ts";

/** Kept with the inputs, but not part of the fingerprint. */
const CAPS = "budget";

/** Stored as text, so that a forked run can be resumed by its id alone. */
const FORK = "forkedFrom";

/**
 * A fingerprint of each input of a run, so that an error can name the one that differs. Limits, output
 * limits and caps are left out, because they may grow when a run is resumed.
 */
export function inputsOf(
  resolved: ResolvedConfig,
  task: Task,
  caps: BudgetLimits | null,
): RunInputs {
  return {
    [CAPS]: digest(caps),
    question: digest(task.question),
    context: digestOf(`[${task.context.map(messageJson).join(",")}]`),
    ...configInputs(resolved),
  };
}

/** A resolved config doesn't change, and many runs share it. */
const known = new WeakMap<ResolvedConfig, RunInputs>();

function configInputs(resolved: ResolvedConfig): RunInputs {
  const before = known.get(resolved);
  if (before) return before;
  const inputs: RunInputs = {};
  resolved.members.forEach((member, index) => {
    for (const [key, value] of Object.entries(memberInputs(member))) {
      inputs[`debaters[${index}].${key}`] = digest(value);
    }
  });
  inputs["judge"] = digest(resolved.judge && memberInputs(resolved.judge));
  const { route } = resolved;
  inputs["route"] = digest(
    route.type === "always" ? route : { ...route, member: memberInputs(route.member) },
  );
  const { compare } = resolved;
  if (compare) {
    inputs["compare"] = digest({ ...compare, member: memberInputs(compare.member) });
  }
  const { crux, report } = resolved;
  if (crux) inputs["crux"] = digest(memberInputs(crux));
  if (report) inputs["report"] = digest({ ...report, member: memberInputs(report.member) });
  const options: Record<string, unknown> = { ...resolved };
  for (const key of IDENTIFYING) {
    if (!(ADDED.has(key) && options[key] === null)) inputs[key] = digest(options[key]);
  }
  known.set(resolved, inputs);
  return inputs;
}

/** What a chain was started with: its panel and its first state. */
export function chainInputs(resolved: ResolvedConfig, startText: string): RunInputs {
  return { ...configInputs(resolved), start: digestOf(startText) };
}

/** The same panel under another seed. Where runs are journaled, it is fingerprinted only once. */
export function reseeded(
  resolved: ResolvedConfig,
  seed: number,
  journaled: boolean,
): ResolvedConfig {
  const copy = { ...resolved, seed };
  if (journaled) known.set(copy, { ...configInputs(resolved), seed: digest(seed) });
  return copy;
}

/** These options became members, judge, router and comparer, which have their own fingerprints. */
const CALLERS: ReadonlySet<string> = new Set([
  "debaters",
  "model",
  "panelSize",
  "personas",
  "judge",
  "route",
  "compare",
  "crux",
  "report",
]);

/** Options that older versions did not have: a run without them has no such input. */
const ADDED: ReadonlySet<string> = new Set(["sides"]);

/** The options that a resumed run must share with the stored one. */
const IDENTIFYING: readonly string[] = Object.entries(CONFIG).flatMap(([key, { mayChange }]) =>
  mayChange || CALLERS.has(key) ? [] : [key],
);

function memberInputs(member: Member): Record<string, unknown> {
  const {
    model,
    fallback,
    tools,
    pricing: _pricing,
    given: _given,
    maxOutputTokens: _limit,
    takes: _takes,
    standIns,
    ...rest
  } = member;
  return {
    ...rest,
    ...(standIns ? { standIns: standIns.map(memberInputs) } : {}),
    model: nameOf(model),
    fallback: fallback && nameOf(fallback.model),
    tools: tools ? Object.keys(tools) : [],
  };
}

/** Names of the inputs in which a run differs from the stored one. */
export function differences(stored: RunInputs, wanted: RunInputs): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(wanted)]);
  names.delete(CAPS);
  names.delete(SECRET);
  // The context contains the digests of files.
  for (const name of names) if (isFileInput(name)) names.delete(name);
  if (wanted[FORK] === undefined) names.delete(FORK);
  return [...names].filter((name) => stored[name] !== wanted[name]);
}

/** The run that this one was forked from, if any. */
export function forkOf(inputs: RunInputs): { id: string; fromRound: number } | null {
  const origin = inputs[FORK];
  if (origin === undefined) return null;
  const at = origin.lastIndexOf("#");
  return { id: origin.slice(0, at), fromRound: Number(origin.slice(at + 1)) };
}

export function withFork(
  inputs: RunInputs,
  fork: { id: string; fromRound: number } | undefined,
): RunInputs {
  return fork ? { ...inputs, [FORK]: `${fork.id}#${fork.fromRound}` } : inputs;
}

export function sameCaps(a: RunInputs, b: RunInputs): boolean {
  return a[CAPS] === b[CAPS];
}

/** Prompts may be long, and a call is looked up several times on its way. */
const hashesOfCalls = new WeakMap<StepCall, string>();

export function requestHash(call: StepCall): string {
  const before = hashesOfCalls.get(call);
  if (before !== undefined) return before;
  const hash = withRounds(call, VERSION + hashWith(call, chatDigest));
  hashesOfCalls.set(call, hash);
  return hash;
}

/** Whether a stored hash is that of a call, computed as the version that stored it did. */
export function isHashOf(hash: string, call: StepCall): boolean {
  if (isEarlier(hash)) return hash === withRounds(call, hashWith(call, listOf(messageJson)));
  if (hash === requestHash(call)) return true;
  return hash.includes(SECOND) && hash === withRounds(call, SECOND + hashWith(call, listOfDigests));
}

const listOf =
  (ofMessage: (message: PromptMessage) => string) =>
  (messages: readonly PromptMessage[]): string =>
    `[${messages.map(ofMessage).join(",")}]`;

const listOfDigests = listOf((message) => digestOf(messageJson(message)));

/**
 * Hashes of this version begin with this. Those of the second version have a digest for each message,
 * and those of the first are digests of the whole prompt.
 */
const VERSION = "3-";
const SECOND = "2-";

/**
 * A hash of an earlier version: a digest of 32 digits, followed by nothing but the rounds of a
 * verdict.
 */
const EARLIER = /^(?:\d+\.)?[0-9a-f]{32}$/;

function isEarlier(hash: string): boolean {
  return EARLIER.test(hash);
}

/** Whether a run was started by a version that hashed and showed transcripts differently. */
export function beganEarlier({ steps }: StoredRun): boolean {
  for (const { hash } of steps.values()) if (isEarlier(hash)) return true;
  return false;
}

/**
 * The number of rounds is part of a verdict's hash: after more rounds it is a different verdict,
 * not a mismatch.
 */
function withRounds({ request }: StepCall, hash: string): string {
  const closing = isVerdict(request.stepId) && request.role !== "comparer";
  return closing ? `${request.round}.${hash}` : hash;
}

/** How many rounds a verdict was about, from its hash. */
export function roundsIn(hash: string): string {
  return hash.slice(0, Math.max(0, hash.indexOf(".")));
}

function hashWith(
  { model, request }: StepCall,
  ofMessages: (messages: readonly PromptMessage[]) => string,
): string {
  const { system, messages, temperature, reasoningEffort, providerOptions, tools } = request;
  // Prompts are long plain data, so this skips the search for functions that the general digest makes.
  const parts = [
    jsonOf(nameOf(model)),
    jsonOf(system),
    ofMessages(messages),
    jsonOf(temperature),
    jsonOf(reasoningEffort),
    jsonOf(providerOptions),
    jsonOf(tools && Object.keys(tools)),
  ];
  return digestOf(`[${parts.join(",")}]`);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function digest(value: unknown): string {
  return digestOf(JSON.stringify(value, functionsByText) ?? "");
}

function functionsByText(_key: string, value: unknown): unknown {
  return typeof value === "function" ? `function ${value.name} ${String(value)}` : value;
}

function nameOf({ fingerprint, id }: ModelPort): string {
  return fingerprint ?? id;
}
