import type { AboutPositions } from "../protocol/events.ts";
import type { Role } from "../protocol/model.ts";
import type { Position } from "../protocol/position.ts";
import type { Message } from "../protocol/question.ts";
import { askReadable, findFailure, noteClarified } from "./ask-readable.ts";
import { prepareCall, withInstructions } from "./calls.ts";
import { fenced, fenceSource, type Quote } from "./marks.ts";
import { reserveOrLeaveOut } from "./reserve.ts";
import type { Member } from "./resolved-config.ts";
import { chooseHelper, type DebateState } from "./state.ts";

/** A call about the positions: it shows the full texts of those who vote, under numbers. */
export interface Inquiry<T> {
  role: Extract<Role, "crux" | "claims" | "memo">;
  step: string;
  round: number;
  member: Member;
  system: string;
  /** What to do with the texts, after them. */
  task: string;
  /** More to show, next to the question and the texts. */
  more?: readonly Quote[];
  /** The label of a text; its number alone if there is none. */
  labelFor?(debater: string): string;
  /** What is shown of a position. Absent: its whole text. */
  textFor?(position: Position): string;
  /** The JSON Schema of the reply. */
  schema: object;
  /** Reads a reply about these positions; `null` if it can't be used. */
  read(text: string, positions: readonly Position[], mark: string): T | null;
  /** What the reply should be, in words. */
  expected: string;
}

/** What asked_ of it: what the event says of the call, and what was read. */
export interface InquiryOutcome<T> {
  about: AboutPositions;
  /** `null`: nothing usable was said. */
  value: T | null;
  /** The whole reply asked_, and it can't be used. */
  unusable: boolean;
  /** The positions shown, in the order of their numbers. */
  positions: Position[];
}

/** Everybody's latest vote, in panel order. */
export function listVotes({ seats }: DebateState): Position[] {
  return seats.flatMap(({ vote }) => vote ?? []);
}

export async function inquire<T>(
  state: DebateState,
  inquiry: Inquiry<T>,
): Promise<InquiryOutcome<T>> {
  const { ports } = state;
  const { role, step, round, system, textFor = ({ text }) => text } = inquiry;
  const member = chooseHelper(state, inquiry.member);
  const positions = listVotes(state);
  const items = positions.map(textFor);
  const call = prepareCall(state, {
    member,
    role,
    step,
    round,
    items,
    system: withInstructions(system, member),
    messages: [describeTurn(state, inquiry, positions, items)],
    reply: { schema: inquiry.schema },
  });
  await reserveOrLeaveOut(state, [call]);
  const asked = await ports.span(`debate.${role}`, { round_number: round }, async (set) => {
    const reply = await askReadable(
      state,
      call,
      (said, mark) => inquiry.read(said.text, positions, mark),
      inquiry.expected,
    );
    ports.describeCall?.(set, reply.call, reply.outcome);
    return reply;
  });
  const { outcome } = asked;
  const { attempts } = outcome;
  const failure = findFailure(outcome);
  return {
    about: {
      among: positions.map(({ debater }) => debater),
      ...(attempts > 0 ? { model: outcome.model ?? member.model.id } : {}),
      ...noteClarified(asked),
      calls: attempts > 0 ? asked.calls : [],
      ...(failure === null ? {} : { error: failure }),
    },
    value: asked.value,
    unusable: failure === null && asked.value === null,
    positions,
  };
}

/** The question, the numbered texts and the rest, each in a fence. */
function describeTurn(
  state: DebateState,
  { round, task, more = [], labelFor }: Inquiry<unknown>,
  positions: readonly Position[],
  items: readonly string[],
): Message {
  const quotes = [
    { label: "question", text: state.task.question },
    ...positions.map(({ debater }, index) => {
      const name = labelFor?.(debater);
      const label = `position ${index + 1}${name === undefined ? "" : `, ${name}`}`;
      return { label, text: items[index] ?? "" };
    }),
    ...more,
  ];
  // What a reply means in the end, where its text hides that behind escapes.
  const decoded = positions.map(({ answer }) => answer ?? "");
  const blocks = fenced(fenceSource(state, round), quotes, decoded);
  return { role: "user", content: [...blocks, task].join("\n\n") };
}
