import { AbortError } from "../errors.ts";
import { costOf } from "../protocol/add-usage.ts";
import type { ResponseEvent } from "../protocol/events.ts";
import type { StepOutcome, StepReceiver } from "../protocol/step.ts";
import { type Answered, type Asking, answeredBy } from "./ask.ts";
import type { SetAttribute } from "./ports.ts";
import type { DebateState, ReadReply } from "./state.ts";

/**
 * Makes calls at once and reports each reply as it arrives. The returned list is in panel order, so
 * nothing that follows depends on who was fastest.
 */
export function askAll(state: DebateState, askings: readonly Asking[]): Promise<Answered[]> {
  for (const { seat } of askings) seat.asked = true;
  return new Promise((resolve, reject) => {
    new Hearing(state, askings, resolve, reject).begin();
  });
}

/** The replies to calls that were made at once. One promise for all of them, because many debates may wait here. */
class Hearing {
  readonly #state: DebateState;
  readonly #calls: readonly AwaitedCall[];
  readonly #resolve: (answered: Answered[]) => void;
  readonly #reject: (error: unknown) => void;
  #missing: number;
  #over = false;

  constructor(
    state: DebateState,
    askings: readonly Asking[],
    resolve: (answered: Answered[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#state = state;
    this.#calls = askings.map((asking) => new AwaitedCall(this, asking));
    this.#resolve = resolve;
    this.#reject = reject;
    this.#missing = askings.length;
  }

  begin(): void {
    if (this.#missing === 0) this.#resolve([]);
    const { ports } = this.#state;
    for (const awaited of this.#calls) {
      if (ports.describeCall === null) ports.ask(awaited.asking.call, awaited);
      else this.#askTraced(awaited).catch((error: unknown) => awaited.failed(error));
    }
  }

  #askTraced(awaited: AwaitedCall): Promise<void> {
    const { ports } = this.#state;
    const { seat, call } = awaited.asking;
    const attributes = { debater_index: seat.index, model_id: call.model.id };
    return ports.span("debate.debater", attributes, async (set) => {
      const outcome = await ports.step(call);
      ports.describeCall?.(set, call, outcome);
      awaited.came(outcome, set);
    });
  }

  hear(awaited: AwaitedCall, outcome: StepOutcome, set?: SetAttribute): void {
    try {
      const answered = answeredBy(this.#state, awaited.asking, outcome, set);
      if (this.#over) return;
      note(this.#state, answered);
      report(this.#state, answered);
      awaited.answered = answered;
      this.#missing -= 1;
    } catch (thrown) {
      void this.fail(thrown);
      return;
    }
    if (this.#missing === 0) this.#resolve(this.#calls.map(({ answered }) => answered as Answered));
  }

  async fail(reason: unknown): Promise<void> {
    // Replies that came together with the error are heard first.
    await Promise.resolve();
    await Promise.resolve();
    if (this.#over) return;
    this.#over = true;
    if (reason instanceof AbortError) {
      for (const { asking, answered } of this.#calls) {
        if (answered === null) reportCutOff(this.#state, asking, reason);
      }
    }
    this.#reject(reason);
  }
}

/** One of these calls. */
class AwaitedCall implements StepReceiver {
  readonly #hearing: Hearing;
  readonly asking: Asking;
  /** `null` until its reply is in. */
  answered: Answered | null = null;

  constructor(hearing: Hearing, asking: Asking) {
    this.#hearing = hearing;
    this.asking = asking;
  }

  came(outcome: StepOutcome, set?: SetAttribute): void {
    this.#hearing.hear(this, outcome, set);
  }

  failed(reason: unknown): void {
    void this.#hearing.fail(reason);
  }
}

function note({ ports }: DebateState, { seat, round, outcome, read }: Answered): void {
  seat.dropped = outcome.permanent === true;
  // A turn without a reply is not part of its chat, so it hears the notes again.
  if (round > 0 && read && read.text.trim() !== "") seat.heard = ports.notes(round).length;
}

/** The run ended while a call was in flight. Its attempts count, and the cost of the last one is unknown. */
function reportCutOff({ ports }: DebateState, { seat, call }: Asking, error: AbortError): void {
  ports.emit({
    type: "debate.debater_failed",
    round: call.request.round,
    debater: seat.member.name,
    error: `cut off: ${error.message}`,
    call: ports.spentOn(call.request.stepId),
  });
}

function report({ ports }: DebateState, { seat, outcome, read, round }: Answered): void {
  const debater = seat.member.name;
  const call = costOf(outcome);
  if (read === null) {
    const error = outcome.error ?? "no reply";
    const permanent = outcome.permanent ? { permanent: outcome.permanent } : {};
    ports.emit({ type: "debate.debater_failed", round, debater, error, ...permanent, call });
    return;
  }
  const { reading, text, value } = read;
  const unread = value === null || (value === undefined && reading.answer === null);
  const said: Omit<ResponseEvent, "call"> = {
    type: "debate.response",
    round,
    debater,
    status: unread ? "unread" : "spoke",
    text,
    answer: unread ? null : (value?.wording ?? reading.answer),
    reasoning: reading.reasoning,
    confidence: reading.confidence,
  };
  addAsides(said, read, outcome);
  // Last, as in all events. A copy of the event would take longer than the rest of this function.
  const event = said as ResponseEvent;
  event.call = call;
  ports.emit(event);
}

/** What only some replies say, or only some calls bring. */
function addAsides(
  said: Omit<ResponseEvent, "call">,
  { reading, truncated }: ReadReply,
  { model, reply }: StepOutcome,
): void {
  if (reading.justification !== undefined) said.justification = reading.justification;
  if (reading.claimedChange !== undefined) said.claimedChange = reading.claimedChange;
  if (truncated) said.truncated = truncated;
  if (model !== undefined) said.model = model;
  if (reply?.toolCalls?.length) said.toolCalls = reply.toolCalls;
}
