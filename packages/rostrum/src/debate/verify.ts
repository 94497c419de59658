import { AbortError } from "../errors.ts";
import type { ReadAnswer } from "../protocol/answer.ts";
import type { Verdict } from "../protocol/verify.ts";
import { isInstance, messageOf, typeName } from "../thrown.ts";
import { noteMissing } from "./missing.ts";
import type { DebateState } from "./state.ts";

/**
 * Asks the checker about each group's answer, once per answer. A checker that throws, never ends or
 * returns anything but a verdict has checked nothing. That doesn't end the debate, and the result
 * names the answer that was not checked.
 */
export async function verdictsOn(
  state: DebateState,
  groups: readonly (readonly number[])[],
  values: readonly (ReadAnswer<unknown> | null)[],
): Promise<Verdict[] | null> {
  if (state.config.verify === null) return null;
  return Promise.all(groups.map((group) => verdictOn(state, values[group[0] ?? -1] ?? null)));
}

/** Without a checker or an answer, the status is unknown. */
export async function verdictOn(
  state: DebateState,
  answer: ReadAnswer<unknown> | null,
): Promise<Verdict> {
  const { verify } = state.config;
  if (verify === null || answer === null) return "unknown";
  const checked = (state.checked ??= new Map());
  const known = checked.get(answer.wording);
  if (known !== undefined) return known;
  const verdict = check(state, verify.check, answer);
  checked.set(answer.wording, verdict);
  return verdict;
}

const VERDICTS: ReadonlySet<unknown> = new Set<Verdict>(["ok", "refuted", "unknown"]);

async function check(
  state: DebateState,
  checker: NonNullable<DebateState["config"]["verify"]>["check"],
  { value, wording }: ReadAnswer<unknown>,
): Promise<Verdict> {
  const { ports, task } = state;
  try {
    const verdict: unknown = await ports.within((signal) =>
      checker(value, { question: task.question, wording, signal }),
    );
    if (VERDICTS.has(verdict)) return verdict as Verdict;
    const came = typeof verdict === "string" ? JSON.stringify(verdict) : typeName(verdict);
    throw new Error(`expected "ok", "refuted" or "unknown", got ${came}`);
  } catch (thrown) {
    if (isInstance(thrown, AbortError)) throw thrown;
    noteMissing(state, { what: "check", about: wording, error: messageOf(thrown) });
    return "unknown";
  }
}
