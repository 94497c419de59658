import {
  formatStepId,
  isCheck,
  parseStep,
  parseStepName,
  type PaidCall,
  type SentCall,
  type SentPrompt,
  type StartedEvent,
  type StepName,
  type StoredRun,
  type Usage,
} from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { formatModelName } from "@rostrum/core/export";
import { toPublicText } from "../public-text.ts";
import { noSuchDebate } from "./access-gate.ts";

/** One call of a debate, as the server lists it. */
export interface DebateCall {
  /** Step id within the debate: `debater_0_round_1`, `judge`. */
  step: string;
  /** `tool`: a tool that a debater asked for. */
  role: StepName["role"] | "tool";
  /** The debater or the judge; `null` for other roles. */
  member: string | null;
  /** `null`: the call belongs to no round. */
  round: number | null;
  /** The reply could not be read and was asked for once more. */
  again: boolean;
  /** The model that replied, or that was asked. `null`: unknown. */
  model: string | null;
  /** When the last attempt began, in milliseconds since 1970. `null`: unknown. */
  startedAt: number | null;
  /** Duration of the last attempt. `null`: it hasn't ended, or the duration is unknown. */
  durationMs: number | null;
  /** Attempts that have ended. */
  attempts: number;
  /** Usage of all attempts. Unknown parts are missing or `null`. */
  usage: Usage;
  /** Cost of all attempts. `null`: unknown. */
  costUsd: number | null;
  /** Absent: it brought a reply, or hasn't ended. */
  error?: string;
  /** Absent: it wasn't stored, or the caller may not read it. */
  prompt?: Pick<SentPrompt, "system" | "messages">;
  /** As the model wrote it. Absent: there is none, or the caller may not read it. */
  reply?: string;
}

interface ReadCallsOptions {
  /** Includes prompts and replies. */
  withTexts: boolean;
  /** True if the debate runs here. While it waits for its turn, the journal has no run of it. */
  isLive: boolean;
}

/** The calls of a debate in the order in which they began. */
export async function readCalls(
  store: RunStore,
  id: string,
  { withTexts, isLive }: ReadCallsOptions,
): Promise<DebateCall[]> {
  const [run, sentCalls = []] = await Promise.all([store.read(id), store.sentCalls?.(id)]);
  if (run) return listCalls(run, sentCalls, withTexts);
  if (isLive) return [];
  throw noSuchDebate(id);
}

function listCalls(
  run: StoredRun,
  sentCalls: readonly SentCall[],
  withTexts: boolean,
): DebateCall[] {
  const started = run.events.find((event) => event.type === "debate.started");
  const reported = new Map(run.events.flatMap(getPaidCalls).map((call) => [call.step, call]));
  const callsByStep = new Map(sentCalls.map((call) => [parseStepName(call.stepId), call]));
  // Without steps in the journal, the events still report what was paid for.
  const names = new Set([
    ...callsByStep.keys(),
    ...[...run.steps.keys()].map(parseStepName),
    ...reported.keys(),
  ]);
  return [...names].flatMap((step): DebateCall[] => {
    const name = parseStep(step);
    if (name === null || isCheck(step)) return [];
    const { outcome } = run.steps.get(formatStepId(run.id, step)) ?? {};
    const call = callsByStep.get(step);
    const reportedCall = reported.get(step);
    const model = outcome?.model ?? reportedCall?.model ?? call?.prompt?.model ?? null;
    const cost = outcome ?? reportedCall;
    const texts = withTexts ? describeTexts(call?.prompt ?? null, outcome?.reply?.text) : {};
    return [
      {
        step,
        role: isToolName(name) ? "tool" : name.role,
        member: findMember(name, started),
        round: "round" in name ? name.round : null,
        again: name.again === true,
        model: model === null ? null : formatModelName(model),
        startedAt: call?.startedAt ?? null,
        durationMs: call && call.finishedAt !== null ? call.finishedAt - call.startedAt : null,
        attempts: cost?.attempts ?? 0,
        usage: cost?.usage ?? {},
        costUsd: cost?.costUsd ?? null,
        ...(outcome?.error === undefined ? {} : { error: toPublicText(outcome.error) }),
        ...texts,
      },
    ];
  });
}

function getPaidCalls(event: StoredRun["events"][number]): readonly PaidCall[] {
  return "calls" in event ? event.calls : [];
}

function isToolName(name: StepName): boolean {
  return name.role === "debater" && name.tool !== undefined;
}

function findMember(name: StepName, started: StartedEvent | undefined): string | null {
  if (name.role === "debater" || name.role === "ballot") {
    return started?.panel[name.panelIndex]?.name ?? null;
  }
  return name.role === "judge" ? (started?.judge?.name ?? null) : null;
}

function describeTexts(
  prompt: SentPrompt | null,
  reply: string | undefined,
): Pick<DebateCall, "prompt" | "reply"> {
  return {
    ...(prompt ? { prompt: { system: prompt.system, messages: prompt.messages } } : {}),
    ...(reply === undefined ? {} : { reply }),
  };
}
