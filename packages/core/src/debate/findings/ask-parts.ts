import { formatReport } from "../../answers/findings/read-findings.ts";
import type { ReportedFinding } from "../../protocol/findings.ts";
import { formatStepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { addCosts } from "../../protocol/costs.ts";
import {
  askAll,
  askForPart,
  recordReply,
  type MemberReply,
  type PreparedCall,
} from "../asking/ask.ts";
import { prepareCall } from "../asking/calls.ts";
import { promptInput, questionTurns } from "../prompts/prompt-parts.ts";
import { noteMissing, type DebateState, type Seat } from "../state/state.ts";
import type { TaskPart } from "./split-material.ts";

/** A finding, and the documents that its author was shown. */
export interface PlacedReport extends ReportedFinding {
  documents?: readonly string[];
}

/** The calls in which one member reviews the parts of a material, in their order. */
export interface SeatReport {
  seat: Seat;
  preparedCalls: PreparedCall[];
}

export function prepareReport(
  state: DebateState,
  seat: Seat,
  parts: readonly TaskPart[],
): SeatReport {
  const { config } = state;
  const opening = config.prompts.opening(promptInput("debater", 0));
  const preparedCalls = parts.map(({ task }, index): PreparedCall => {
    const part = index === 0 ? {} : { part: index };
    const call: StepCall = prepareCall(
      { ...state, task },
      {
        member: seat.member,
        role: "debater",
        step: formatStepName({ role: "debater", panelIndex: seat.index, round: 0, ...part }),
        round: 0,
        own: seat.vote,
        system: seat.system,
        messages: questionTurns(task, opening),
        tools: seat.tools,
      },
    );
    return { seat, call };
  });
  return { seat, preparedCalls };
}

/** Asks a member about one part after the other, and combines its replies into one with all findings. */
export async function askReport(
  state: DebateState,
  { seat, preparedCalls }: SeatReport,
  parts: readonly TaskPart[],
): Promise<MemberReply> {
  const { ports } = state;
  const [only, second] = preparedCalls;
  if (only !== undefined && second === undefined) {
    const [answered] = await askAll(state, [only]);
    return answered as MemberReply;
  }
  const replies: MemberReply[] = [];
  for (const [index, preparedCall] of preparedCalls.entries()) {
    const reply = await askForPart(state, preparedCall);
    replies.push(reply);
    const { documents = [] } = parts[index] ?? {};
    noteUnread(state, reply, documents);
    ports.emit({
      type: "debate.part_reported",
      round: 0,
      debater: seat.member.name,
      part: index + 1,
      parts: preparedCalls.length,
      documents,
    });
    // Another call would fail with the same error, so stop here.
    if (reply.outcome.permanent) break;
  }
  const memberReply = joinReplies(
    replies,
    parts.map(({ documents }) => documents),
  );
  recordReply(state, memberReply);
  return memberReply;
}

/** A part that a member could not review is reported as missing, even if it reviewed the others. */
function noteUnread(
  state: DebateState,
  { seat, read, outcome }: MemberReply,
  documents: readonly string[],
): void {
  if (read?.value != null) return;
  const reason = read === null ? (outcome.error ?? "no reply") : "its reply can't be read";
  const error = `${seat.member.name} did not review ${documents.join(", ")}: ${reason}`;
  noteMissing(state, { what: "check", partial: true, error: error.slice(0, 400) });
}

function joinReplies(
  replies: readonly MemberReply[],
  documents: readonly (readonly string[])[],
): MemberReply {
  const readable = replies.filter(({ read }) => read?.value != null);
  const firstReply = readable[0] ?? replies.find(({ read }) => read !== null) ?? replies[0];
  const { read, outcome, ...first } = firstReply as MemberReply;
  const findings = replies.flatMap((reply, part): PlacedReport[] =>
    ((reply.read?.value?.value ?? []) as ReportedFinding[]).map((finding) => ({
      ...finding,
      documents: documents[part] ?? [],
    })),
  );
  const text = replies.flatMap((reply) => reply.read?.text ?? []).join("\n\n");
  const toolCalls = replies.flatMap((reply) => reply.outcome.reply?.toolCalls ?? []);
  const costs = replies.map((reply) => reply.outcome).reduce(addOutcomes);
  return {
    ...first,
    marks: replies.flatMap(({ marks }) => marks),
    calls: replies.flatMap(({ calls }) => calls),
    ...(replies.some(({ clarified }) => clarified) ? { clarified: true as const } : {}),
    outcome: {
      ...outcome,
      ...costs,
      reply: outcome.reply && {
        ...outcome.reply,
        text,
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
      },
    },
    read: read && {
      ...read,
      text,
      reading: {
        ...read.reading,
        reasoning: readable.map((reply) => reply.read?.reading.reasoning ?? "").join("\n\n"),
      },
      value: readable.length === 0 ? null : { value: findings, wording: formatReport(findings) },
    },
  };
}

function addOutcomes(
  one: MemberReply["outcome"],
  other: MemberReply["outcome"],
): MemberReply["outcome"] {
  return { ...one, ...addCosts(one, other) };
}
