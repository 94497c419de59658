import type { AboutPositions } from "../../protocol/events.ts";
import type { Role } from "../../protocol/model.ts";
import type { Position } from "../../protocol/position.ts";
import type { Message } from "../../protocol/question.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import { askReadable, findFailure, noteClarified } from "../asking/ask-readable.ts";
import { prepareCall } from "../asking/calls.ts";
import { withInstructions } from "../prompts/prompt-parts.ts";
import { fenceMark, fenceQuotes, type Quote } from "../prompts/marks.ts";
import { shortenLine } from "../prompts/reply-form.ts";
import { reserveOrSkip } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { chooseWorkingHelper, type DebateState } from "../state/state.ts";

/** A call that shows the full texts of all voting members under numbers, and asks something about them. */
export interface Inquiry<T> {
  role: Extract<Role, "crux" | "claims" | "memo" | "audit">;
  round: number;
  member: Member;
  system: string;
  /** Instructions that follow the texts. */
  task: string;
  /** Further texts to quote, after the question and the positions. */
  more?: readonly Quote[];
  /** Shows the members' names next to the numbers of their texts. */
  named?: boolean;
  /** The JSON Schema of the reply. */
  schema: object;
  /** Reads a reply about these positions; `null` if it can't be used. */
  read(text: string, positions: readonly Position[], mark: string): T | null;
  /** Describes the expected reply when it is asked for again. */
  expected: string;
  /** What is wrong with a complete reply that can't be used, as in "the reply of gpt lists no claims". */
  unusable: string;
}

/** Latest vote of each member, in panel order. */
export function listVotes({ seats }: DebateState): Position[] {
  return seats.flatMap(({ vote }) => vote ?? []);
}

export async function inquire<T>(
  state: DebateState,
  inquiry: Inquiry<T>,
): Promise<{
  /** Fields of the event that describe the call. */
  about: AboutPositions;
  /** `null`: the reply can't be used. */
  value: T | null;
  /** The positions shown, in the order of their numbers. */
  positions: Position[];
}> {
  const { ports } = state;
  const { role, round, system } = inquiry;
  const member = chooseWorkingHelper(state, inquiry.member);
  const positions = listVotes(state);
  const items = positions.map(({ text }) => text);
  const step = formatStepName(role === "crux" ? { role, round } : { role });
  const call = prepareCall(state, {
    member,
    role,
    step,
    round,
    items,
    system: withInstructions(system, member),
    messages: [writeTurn(state, step, inquiry, positions, items)],
    reply: { schema: inquiry.schema, inWords: true },
  });
  await reserveOrSkip(state, [call]);
  const result = await ports.span(`debate.${role}`, { round_number: round }, async (set) => {
    const callResult = await askReadable(
      state,
      call,
      (reply, mark) => inquiry.read(reply.text, positions, mark),
      inquiry.expected,
    );
    ports.traceCall?.(set, callResult.call, callResult.outcome);
    return callResult;
  });
  const { outcome } = result;
  const { attempts } = outcome;
  const failure = findFailure(outcome);
  const model = outcome.model ?? member.model.id;
  const unusable = `the reply of ${shortenLine(model, 80)} ${inquiry.unusable}`;
  return {
    about: {
      ...(failure === null && result.value === null ? { error: unusable } : {}),
      among: positions.map(({ debater }) => debater),
      ...(attempts > 0 ? { model } : {}),
      ...noteClarified(result),
      calls: attempts > 0 ? result.calls : [],
      ...(failure === null ? {} : { error: failure }),
    },
    value: result.value,
    positions,
  };
}

/** Writes the turn: question, numbered texts and further texts, each in a fence. */
function writeTurn(
  state: DebateState,
  step: string,
  { task, more = [], named }: Inquiry<unknown>,
  positions: readonly Position[],
  items: readonly string[],
): Message {
  const quotes = [
    { label: "question", text: state.task.question },
    ...positions.map(({ debater }, index) => ({
      label: `position ${index + 1}${named ? `, ${debater}` : ""}`,
      text: items[index] ?? "",
    })),
    ...more,
  ];
  const blocks = fenceQuotes(fenceMark(state.task, step), quotes);
  return { role: "user", content: [...blocks, task].join("\n\n") };
}
