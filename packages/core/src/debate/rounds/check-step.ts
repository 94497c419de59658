import type { ReadAnswer } from "../../protocol/answer.ts";
import { formatCheckName, formatStepId } from "../../protocol/step-id.ts";
import { TOOL_FAILED, type StepCall } from "../../protocol/step.ts";
import type { CheckOutcome, Verdict } from "../../protocol/verify.ts";
import { listToolDocuments } from "../../record/quotes/sources.ts";
import { hash32 } from "../../record/random.ts";
import { typeName } from "../../thrown.ts";
import type { ResolvedVerify } from "../config/resolved-config.ts";
import type { DebateState } from "../state/state.ts";
import { clipTokens } from "../spending/token-estimate.ts";
import { MAX_CHECK_COMMENT_TOKENS } from "../spending/call-spend.ts";

/**
 * Checks an answer. A check is a step: its result is journaled before it is used, so a resumed run continues with the
 * same result even if the check's output varies. Rejects if the check can't run.
 */
export async function runCheck(
  state: DebateState,
  verify: ResolvedVerify,
  answer: Pick<ReadAnswer<unknown>, "value" | "wording">,
): Promise<CheckOutcome> {
  const { reply, error } = await state.ports.step(prepareCheck(state, verify, answer));
  if (reply === null || reply.finishReason === TOOL_FAILED) throw new Error(reply?.text ?? error);
  return JSON.parse(reply.text) as CheckOutcome;
}

function prepareCheck(
  { ports, task }: DebateState,
  { check, timeoutMs, settings }: ResolvedVerify,
  { value, wording }: Pick<ReadAnswer<unknown>, "value" | "wording">,
): StepCall {
  const { question, material } = task;
  const givenDocuments = material.flatMap((item) =>
    "document" in item && "text" in item ? [{ document: item.document, text: item.text }] : [],
  );
  const documents = [...givenDocuments, ...listToolDocuments(ports.rounds)];
  const step = formatCheckName(`${hash32("1", wording)}_${hash32("2", wording)}`);
  return {
    step,
    // A function with the same name may have changed, so a replay calls it again.
    check: { timeoutMs, isOwnCode: settings["way"] === "check" },
    model: {
      source: "tool",
      id: "check",
      pricing: () => 0,
      generate: async ({ signal }) => {
        const checkerResult: unknown = await check(value, { question, wording, documents, signal });
        return { text: JSON.stringify(readOutcome(checkerResult)) };
      },
    },
    pricing: () => 0,
    fallback: null,
    maxSpend: null,
    maxSpendDoubled: null,
    mark: "",
    earlierMarks: [],
    request: {
      stepId: formatStepId(task.id, step),
      role: "tool",
      round: ports.rounds.length,
      question,
      peers: [],
      system: JSON.stringify(settings),
      messages: [{ role: "user", content: wording }],
      seed: 0,
    },
  };
}

const VERDICTS: ReadonlySet<unknown> = new Set<Verdict>(["ok", "refuted", "unknown"]);
/** In characters. Every member is shown this text, and plans count on this limit. */
const MAX_SAYS_LENGTH = 2000;

/** Reads a checker's return value: a verdict, or an object that has one. */
function readOutcome(checkerResult: unknown): CheckOutcome {
  const outcome =
    typeof checkerResult === "object" && checkerResult !== null
      ? (checkerResult as CheckOutcome)
      : null;
  const verdict: unknown = outcome === null ? checkerResult : outcome.verdict;
  if (!VERDICTS.has(verdict)) {
    const received = typeof verdict === "string" ? JSON.stringify(verdict) : typeName(verdict);
    throw new Error(`expected "ok", "refuted" or "unknown", got ${received}`);
  }
  const { says, behavior, open, unprotected, ran } = outcome ?? {};
  return {
    verdict: verdict as Verdict,
    ...(typeof says === "string" && says.trim() !== ""
      ? { says: clipTokens(says.slice(0, MAX_SAYS_LENGTH), MAX_CHECK_COMMENT_TOKENS) }
      : {}),
    ...(typeof behavior === "string" ? { behavior } : {}),
    ...(Array.isArray(open) ? { open: open.map(String) } : {}),
    ...(typeof unprotected === "string" ? { unprotected } : {}),
    ...(ran === false ? { ran } : {}),
  };
}
