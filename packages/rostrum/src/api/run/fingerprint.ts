import type { Member, ResolvedConfig, Task } from "../../debate/resolved-config.ts";
import type { RunInputs } from "../../protocol/journal.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { BudgetLimits } from "../../protocol/settings.ts";
import { isVerdict } from "../../protocol/step-kinds.ts";
import type { StepCall } from "../../protocol/step.ts";
import { CONFIG } from "../../vocabulary/index.ts";
import { isFileInput, recorded } from "../files/kept-files.ts";
import { sha256Of } from "./sha256.ts";

/** The key of a run's secret among its inputs. It is stored as text and is not part of the fingerprint. */
const SECRET = "fence";

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
  const { route, compare, crux, report } = resolved;
  inputs["route"] = digest(
    route.type === "always" ? route : { ...route, member: memberInputs(route.member) },
  );
  inputs["compare"] = digest(compare && { ...compare, member: memberInputs(compare.member) });
  inputs["crux"] = digest(crux && memberInputs(crux));
  inputs["report"] = digest(report && { ...report, member: memberInputs(report.member) });
  const options: Record<string, unknown> = { ...resolved };
  for (const key of IDENTIFYING) inputs[key] = digest(options[key]);
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

/** The secret that a run was started with. */
export function secretOf(inputs: RunInputs): string {
  return inputs[SECRET] ?? "";
}

export function withSecret(inputs: RunInputs, secret: string): RunInputs {
  return { ...inputs, [SECRET]: secret };
}

export function sameCaps(a: RunInputs, b: RunInputs): boolean {
  return a[CAPS] === b[CAPS];
}

/** Prompts may be long, and a call is looked up several times on its way. */
const hashesOfCalls = new WeakMap<StepCall, string>();

export function requestHash(call: StepCall): string {
  const before = hashesOfCalls.get(call);
  if (before !== undefined) return before;
  const hash = withRounds(call, digestOfCall(call));
  hashesOfCalls.set(call, hash);
  return hash;
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

function digestOfCall({ model, request }: StepCall): string {
  const { system, messages, temperature, reasoningEffort, providerOptions, tools } = request;
  // Prompts are long plain data, so this skips the search for functions that the general digest makes.
  const parts = [
    jsonOf(nameOf(model)),
    jsonOf(system),
    chatDigest(messages),
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

/** The digest of a list of messages: each is hashed together with the digest of those before it. */
export function chatDigest(messages: readonly PromptMessage[]): string {
  return messages.reduce((before, message) => digestOf(before + messageJson(message)), "");
}

/** A file is hashed by its digest, which represents its bytes. */
function messageJson(message: PromptMessage): string {
  return JSON.stringify(
    message.files ? { ...message, files: message.files.map(recorded) } : message,
  );
}

function digestOf(text: string): string {
  return sha256Of(text).slice(0, 32);
}
