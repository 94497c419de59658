import { AbortError } from "../errors.ts";
import type { ReadAnswer } from "../protocol/answer.ts";
import type { Verdict } from "../protocol/verify.ts";
import { isInstance, messageOf, typeName } from "../thrown.ts";
import { noteMissing } from "./missing.ts";
import type { Table } from "./table.ts";

/**
 * Asks the checker about each group's answer, once per answer. A checker that throws, never ends or
 * returns something else than a verdict has checked nothing: that doesn't end the debate, and the result
 * names the answer that was not checked.
 */
export async function verdictsOn(
  table: Table,
  groups: readonly (readonly number[])[],
  values: readonly (ReadAnswer<unknown> | null)[],
): Promise<Verdict[] | null> {
  if (table.setting.verify === null) return null;
  return Promise.all(groups.map((group) => verdictOn(table, values[group[0] ?? -1] ?? null)));
}

/** Without a checker, or without an answer, nothing is known. */
export async function verdictOn(
  table: Table,
  answer: ReadAnswer<unknown> | null,
): Promise<Verdict> {
  const { verify } = table.setting;
  if (verify === null || answer === null) return "unknown";
  const known = table.checked.get(answer.wording);
  if (known !== undefined) return known;
  const verdict = check(table, verify.check, answer);
  table.checked.set(answer.wording, verdict);
  return verdict;
}

const VERDICTS: ReadonlySet<unknown> = new Set<Verdict>(["ok", "refuted", "unknown"]);

async function check(
  table: Table,
  checker: NonNullable<Table["setting"]["verify"]>["check"],
  { value, wording }: ReadAnswer<unknown>,
): Promise<Verdict> {
  const { ports, task } = table;
  try {
    const verdict: unknown = await ports.within((signal) =>
      checker(value, { question: task.question, wording, signal }),
    );
    if (VERDICTS.has(verdict)) return verdict as Verdict;
    const came = typeof verdict === "string" ? JSON.stringify(verdict) : typeName(verdict);
    throw new Error(`expected "ok", "refuted" or "unknown", got ${came}`);
  } catch (thrown) {
    if (isInstance(thrown, AbortError)) throw thrown;
    noteMissing(table, { what: "check", about: wording, error: messageOf(thrown) });
    return "unknown";
  }
}
