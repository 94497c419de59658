import { AbortError } from "../errors.ts";
import type { ResponseEvent } from "../protocol/events.ts";
import { againName } from "../protocol/step-id.ts";
import { type Answered, type Asking, askSeat } from "./ask.ts";
import type { DebateState, ReadReply } from "./state.ts";

/**
 * Makes calls at once and reports each reply as it arrives. The returned list is in panel order, so
 * nothing that follows depends on who was fastest.
 */
export async function askAll(state: DebateState, askings: readonly Asking[]): Promise<Answered[]> {
  /** With the first reply, where it is being asked for again. */
  const waitedFor = new Map<Asking, Answered | null>(askings.map((asking) => [asking, null]));
  let over = false;
  const askOne = async (asking: Asking): Promise<Answered> => {
    const answered = await askTraced(state, asking, (first) => waitedFor.set(asking, first));
    if (!over) {
      note(state, answered);
      report(state, answered);
      waitedFor.delete(asking);
    }
    return answered;
  };
  for (const { seat } of askings) seat.asked = true;
  try {
    return await Promise.all(askings.map(askOne));
  } catch (error) {
    // Replies that came together with the error are heard first.
    await Promise.resolve();
    await Promise.resolve();
    over = true;
    for (const [asking, first] of waitedFor) {
      if (first !== null) report(state, withAllSpent(state, asking, first));
      else if (error instanceof AbortError) reportCutOff(state, asking, error);
    }
    throw error;
  }
}

function askTraced(
  state: DebateState,
  asking: Asking,
  onAgain: (first: Answered) => void,
): Promise<Answered> {
  const { ports } = state;
  const { seat, call } = asking;
  if (ports.describeCall === null) return askSeat(state, asking, onAgain);
  const attributes = { debater_index: seat.index, model_id: call.model.id };
  return ports.span("debate.debater", attributes, (set) => askSeat(state, asking, onAgain, set));
}

/** The run ended while the reply was being asked for again. The first one stands, and both calls count. */
function withAllSpent({ ports }: DebateState, { call }: Asking, first: Answered): Answered {
  const again = ports.spentOn(againName(call.request.stepId));
  if (again.attempts === 0) return first;
  const { model } = call;
  const cutOff = { step: againName(call.step), model: model.id, replied: false, ...again };
  return { ...first, calls: [...first.calls, cutOff] };
}

function note({ ports }: DebateState, { seat, round, outcome, read }: Answered): void {
  seat.dropped = outcome.permanent === true;
  // A turn without a reply is not part of its chat, so it hears the notes again.
  if (round > 0 && read && read.text.trim() !== "") seat.heard = ports.notes(round).length;
}

/** The run ended while a call was in flight. Its attempts count, and the cost of the last one is unknown. */
function reportCutOff({ ports }: DebateState, { seat, call }: Asking, error: AbortError): void {
  const { step, model, request } = call;
  ports.emit({
    type: "debate.debater_failed",
    round: request.round,
    debater: seat.member.name,
    error: `cut off: ${error.message}`,
    calls: [{ step, model: model.id, replied: false, ...ports.spentOn(request.stepId) }],
  });
}

function report({ ports }: DebateState, answered: Answered): void {
  const { seat, outcome, calls, read, round } = answered;
  const debater = seat.member.name;
  if (read === null) {
    const error = outcome.error ?? "no reply";
    const permanent = outcome.permanent ? { permanent: outcome.permanent } : {};
    ports.emit({ type: "debate.debater_failed", round, debater, error, ...permanent, calls });
    return;
  }
  const { reading, text, value } = read;
  const unread = value === null || (value === undefined && reading.answer === null);
  const said: Omit<ResponseEvent, "calls"> = {
    type: "debate.response",
    round,
    debater,
    status: unread ? "unread" : "spoke",
    text,
    answer: unread ? null : (value?.wording ?? reading.answer),
    reasoning: reading.reasoning,
    confidence: reading.confidence,
  };
  addAsides(said, answered, read);
  // Last, as in all events. A copy of the event would take longer than the rest of this function.
  const event = said as ResponseEvent;
  event.calls = calls;
  ports.emit(event);
}

/** What only some replies say, or only some calls bring. */
function addAsides(
  said: Omit<ResponseEvent, "calls">,
  { outcome: { model, reply }, clarified }: Answered,
  { reading, truncated, refused }: ReadReply,
): void {
  if (reading.justification !== undefined) said.justification = reading.justification;
  if (reading.claimedChange !== undefined) said.claimedChange = reading.claimedChange;
  if (truncated) said.truncated = truncated;
  if (refused !== undefined) said.error = refused;
  if (clarified) said.clarified = clarified;
  if (model !== undefined) said.model = model;
  if (reply?.toolCalls?.length) said.toolCalls = reply.toolCalls;
}
