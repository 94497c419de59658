import { settleAll } from "../asking/settle-all.ts";
import type { JudgedRule } from "../../protocol/rule-settings.ts";
import type { ReadAnswer } from "../../protocol/answer.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { ModelReply } from "../../protocol/model.ts";
import type { PaidCall } from "../../protocol/paid-call.ts";
import type { PromptInput } from "../../protocol/prompts.ts";
import type { StepCall } from "../../protocol/step.ts";
import type { Filled } from "../../options/checks.ts";
import {
  askReadable,
  findFailure,
  noteClarified,
  readAsked,
  type CallResult,
  type Expected,
} from "../asking/ask-readable.ts";
import type { CallParts } from "../asking/calls.ts";
import type { SetAttribute } from "../state/ports.ts";
import { promptInput, questionTurns, withInstructions } from "../prompts/prompt-parts.ts";
import type { StructuredRuling } from "../quoting/structured-ruling.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { endForBudget, type DebateState } from "../state/state.ts";

/** Result of asking a judge. */
export interface Ruling extends StructuredRuling {
  /** Present if citations were requested. */
  citations?: Citation[];
  /** Text of the judge's reply, if there is one. */
  text: string | undefined;
  calls: PaidCall[];
  /** Panel index of the position picked. */
  pickedMember: number | null;
  /** The answer read from a synthesis. */
  value: ReadAnswer<unknown> | null;
  /** Panel index of the member whose position a synthesis states; `null` if it names none. */
  statedMember: number | null;
  /** Set if it can't be determined whether the synthesis states one of the positions. */
  uncompared?: true;
  reasoning: string;
  confidence: number | null;
  ordersAgree?: boolean;
  /** A reply could not be read, so the judge was asked again. */
  clarified?: true;
  /** Why the judge decided nothing, or which part of its reply is missing. */
  error?: string;
}

/** A ruling that decides nothing. */
export const UNDECIDED: Ruling = {
  text: undefined,
  calls: [],
  pickedMember: null,
  value: null,
  statedMember: null,
  reasoning: "",
  confidence: null,
};

export function hasDecision({ pickedMember, value }: Ruling): boolean {
  return pickedMember !== null || value !== null;
}

export const NO_BUDGET_ERROR = "the budget has no room for its call";

interface JudgeRequest {
  judge: Member;
  mode: Filled<JudgedRule>["mode"];
  expected: Expected;
  setAttribute: SetAttribute;
}

/** Makes all calls of the judge at once. `null`: the budget has no room for them. */
export async function callJudge<T>(
  state: DebateState,
  spendGuard: SpendGuard,
  { judge, mode, expected, setAttribute }: JudgeRequest,
  prepared: readonly { call: StepCall; read(reply: ModelReply, mark: string): T | null }[],
): Promise<CallResult<T>[] | null> {
  const calls = prepared.map(({ call }) => call);
  const shortage = await spendGuard.reserveClosing("judge", calls);
  if (shortage !== null) {
    endForBudget(state, shortage);
    return null;
  }
  const several = calls.length > 1 ? { times: calls.length } : {};
  state.ports.emit({ type: "debate.judging", judge: judge.name, mode, ...several });
  return settleAll(
    prepared.map(async ({ call, read }) => {
      const result = await askReadable(state, call, read, expected);
      state.ports.traceCall?.(setAttribute, result.call, result.outcome);
      return result;
    }),
  );
}

/** Reads a judge's reply before a decision is made from it. Has an `error` if the reply is incomplete. */
export function readRuling(result: CallResult<unknown>): Ruling {
  const { outcome, calls } = result;
  if (outcome.reply === null) return { ...UNDECIDED, calls, error: outcome.error ?? "no reply" };
  const { reading, text } = readAsked(result);
  const { reasoning, confidence } = reading;
  const ruling = { ...UNDECIDED, ...noteClarified(result), text, calls, reasoning, confidence };
  const error = findFailure(outcome);
  return error === null ? ruling : { ...ruling, error };
}

/** Parts of every judge call. A judge that sees only quotes doesn't get the material. */
export function judgeParts(
  { config, task, ports }: DebateState,
  judge: Member,
  turn: string,
  input: PromptInput = promptInput("judge", ports.rounds.length),
): Pick<CallParts, "member" | "role" | "round" | "system" | "messages"> {
  return {
    member: judge,
    role: "judge",
    round: ports.rounds.length,
    system: withInstructions(config.prompts.judgeSystem(input), judge),
    messages: questionTurns(judge.sees === "quotes" ? { ...task, context: [] } : task, turn),
  };
}
