import { formatStepName } from "../protocol/step-id.ts";
import { createAutoReader } from "../answers/create-reader.ts";
import { readReply } from "../answers/read-reply.ts";
import { withoutMarks } from "../answers/reply/sections.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { RoutedEvent } from "../protocol/events.ts";
import { prepareCall } from "./asking/calls.ts";
import { promptInput, questionTurns, withInstructions } from "./prompts/prompt-parts.ts";
import { askReadable, findFailure, noteClarified, readAsked } from "./asking/ask-readable.ts";
import { expressAnswer } from "./deciding/conclude.ts";
import { expectAnswer } from "./asking/expected-answer.ts";
import { listRequiredSteps } from "./rounds/first-asked.ts";
import type { SpendGuard } from "./spending/reserve.ts";
import { noteMissing, withMissing, type DebateState } from "./state/state.ts";
import { checkAnswer } from "./rounds/votes.ts";

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
export async function route(state: DebateState, spendGuard: SpendGuard): Promise<Routed | null> {
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
      if ((await spendGuard.reserveBefore(call, () => listRequiredSteps(state))) !== null) {
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
        noteMissing(state, { what: "router", error: findFailure(outcome) ?? NO_ANSWER });
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
