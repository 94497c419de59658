import { formatStepName } from "../protocol/step-id.ts";
import { createAutoReader, readReply, withoutMarks } from "../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { RoutedEvent } from "../protocol/events.ts";
import { prepareCall } from "./calls.ts";
import { promptInput, questionTurns, withInstructions } from "./prompt-parts.ts";
import { findRefusal } from "../protocol/costs.ts";
import { askReadable, findFailure, noteClarified, readAsked } from "./ask-readable.ts";
import { expressAnswer } from "./conclude.ts";
import { expectAnswer } from "./expected-answer.ts";
import { reserveIn } from "./reserve.ts";
import { noteMissing, withMissing, type DebateState } from "./state.ts";
import { checkAnswer } from "./votes.ts";

/** The single answer that makes a debate unnecessary, or `null`. */
export interface Routed {
  event: RoutedEvent;
  /** Typed as the answer kind says. */
  answer: unknown;
  unit: string | null;
}

/**
 * One call before the debate. If the router fails, gives no answer or isn't sure enough, the debate takes
 * place.
 */
export async function route(state: DebateState): Promise<Routed | null> {
  const { config, task, ports } = state;
  const router = config.route;
  if (router.type === "always") return null;
  const { member } = router;
  return ports.span(
    "debate.route_check",
    { routing_model_id: member.model.id },
    async (setAttribute) => {
      if (router.type === "function") {
        const routing = await router.ask(task.question);
        setAttribute("decision", routing);
        if (routing === "debate") return null;
      }
      const threshold = router.type === "confident" ? router.threshold : null;
      const input = promptInput("router", 0);
      const call = prepareCall(state, {
        member,
        role: "router",
        step: formatStepName({ role: "router" }),
        round: 0,
        system: withInstructions(config.prompts.router(input), member),
        messages: questionTurns(task, "").map(trimmed),
      });
      const [unpaid] = ports.budget?.unpaid([call]) ?? [];
      if (unpaid?.worst && ports.budget && (await reserveIn(ports.budget.hold, unpaid.worst))) {
        const error = "its call does not fit into the budget";
        noteMissing(state, { what: "router", error });
        return null;
      }
      const routerReply = await askReadable(
        state,
        call,
        ({ text: raw }, mark) => readRouted(state, raw, mark),
        expectAnswer(state),
      );
      const { outcome } = routerReply;
      ports.traceCall?.(setAttribute, routerReply.call, outcome);
      const { reading, text } = readAsked(routerReply);
      const { reader, value } = routerReply.value ?? { reader: null, value: null };
      const sure = threshold === null || (reading.confidence ?? 0) >= threshold;
      const refuted =
        value !== null &&
        sure &&
        config.verify?.veto &&
        (await checkAnswer(state, value)).verdict === "refuted";
      const routing = value !== null && sure && !refuted ? "single_agent" : "debate";
      if (value === null) {
        const refusal = findRefusal(outcome.reply?.finishReason);
        const trouble =
          outcome.error ?? refusal ?? (outcome.reply && findFailure(outcome)) ?? NO_ANSWER;
        noteMissing(state, { what: "router", error: trouble });
      }
      const event: RoutedEvent = {
        type: "debate.routed",
        routing,
        model: member.model.id,
        threshold,
        text,
        answer: value?.wording ?? null,
        reasoning: reading.reasoning,
        confidence: reading.confidence,
        calls: routerReply.calls,
        ...(outcome.error !== undefined ? { error: outcome.error } : {}),
        ...noteClarified(routerReply),
      };
      withMissing(state, event);
      if (reading.confidence !== null) setAttribute("confidence", reading.confidence);
      setAttribute("decision", routing);
      ports.emit(event);
      if (routing === "debate" || value === null || reader === null) return null;
      state.reader = reader;
      return { event, ...expressAnswer(reader, value, []) };
    },
  );
}

const NO_ANSWER = "its reply gave no answer";

/** Under `auto`, the kind of answer is determined by this reply alone. */
function readRouted(
  { reader: currentReader, task }: DebateState,
  raw: string,
  mark: string,
): { reader: AnswerReader; value: ReadAnswer<unknown> } | null {
  const reading = readReply(raw, mark);
  const reader = currentReader ?? createAutoReader(task.question, [reading]);
  const value = reader.read(reading, withoutMarks(raw, mark));
  return value && { reader, value };
}

function trimmed<T extends { content: string }>(message: T): T {
  return { ...message, content: message.content.trimEnd() };
}
