import type { AboutPositions } from "../protocol/events.ts";
import type { Role } from "../protocol/model.ts";
import type { Position } from "../protocol/position.ts";
import type { Message } from "../protocol/question.ts";
import { askReadable } from "./ask-readable.ts";
import { callOf, withInstructions } from "./calls.ts";
import { chooseHelper } from "./choose-helper.ts";
import { wasCutOff } from "./cut-off.ts";
import { fenceSource } from "./fence-source.ts";
import { fenced, type Quote } from "./fence.ts";
import type { Member } from "./resolved-config.ts";
import type { DebateState } from "./state.ts";
import { reserveOrLeaveOut } from "./within-budget.ts";

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
  labelOf?(debater: string): string;
  /** What is shown of a position. Absent: its whole text. */
  textOf?(position: Position): string;
  /** The JSON Schema of the reply. */
  schema: object;
  /** Reads a reply about these positions; `null` if it can't be used. */
  read(text: string, positions: readonly Position[], mark: string): T | null;
  /** What the reply should be, in words. */
  expected: string;
}

/** What came of it: what the event says of the call, and what was read. */
export interface Heard<T> {
  about: AboutPositions;
  /** `null`: nothing usable was said. */
  value: T | null;
  /** The whole reply came, and it can't be used. */
  unusable: boolean;
  /** The positions shown, in the order of their numbers. */
  positions: Position[];
}

/** Everybody's latest vote, in panel order. */
export function voters({ seats }: DebateState): Position[] {
  return seats.flatMap(({ vote }) => vote ?? []);
}

export async function inquire<T>(state: DebateState, inquiry: Inquiry<T>): Promise<Heard<T>> {
  const { config, task, ports } = state;
  const { role, step, round, system, textOf = ({ text }) => text } = inquiry;
  const member = chooseHelper(state, inquiry.member);
  const positions = voters(state);
  const items = positions.map(textOf);
  const call = callOf({
    config,
    task,
    member,
    role,
    step,
    round,
    own: null,
    peers: [],
    items,
    system: withInstructions(system, member),
    messages: [turnFor(state, inquiry, positions, items)],
    reply: { schema: inquiry.schema },
    capped: ports.budget !== null,
  });
  await reserveOrLeaveOut(state, [call]);
  const asked = await ports.span(`debate.${role}`, { round_number: round }, async (set) => {
    const came = await askReadable(
      state,
      call,
      (said, mark) => inquiry.read(said.text, positions, mark),
      inquiry.expected,
    );
    ports.describeCall?.(set, came.call, came.outcome);
    return came;
  });
  const { outcome } = asked;
  const { reply, error, attempts } = outcome;
  const cutOff = reply !== null && wasCutOff(reply.finishReason);
  const trouble = reply === null ? (error ?? "no reply") : cutOff ? "its reply was cut off" : null;
  return {
    about: {
      among: positions.map(({ debater }) => debater),
      ...(attempts > 0 ? { model: outcome.model ?? member.model.id } : {}),
      ...(asked.first === null ? {} : { clarified: true as const }),
      calls: attempts > 0 ? asked.calls : [],
      ...(trouble === null ? {} : { error: trouble }),
    },
    value: asked.value,
    unusable: trouble === null && asked.value === null,
    positions,
  };
}

/** The question, the numbered texts and the rest, each in a fence. */
function turnFor(
  state: DebateState,
  { round, task, more = [], labelOf }: Inquiry<unknown>,
  positions: readonly Position[],
  items: readonly string[],
): Message {
  const quotes = [
    { label: "question", text: state.task.question },
    ...positions.map(({ debater }, index) => {
      const name = labelOf?.(debater);
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
