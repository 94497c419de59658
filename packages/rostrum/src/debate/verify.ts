import type { ReadAnswer } from "../protocol/answer.ts";
import type { Verdict } from "../protocol/verify.ts";
import type { Table } from "./table.ts";

/**
 * Asks the checker about each group's answer, once an answer. A checker that throws knows nothing: its
 * trouble is not the debate's.
 */
export async function verdictsOn(
  { setting, task, checked }: Table,
  groups: readonly (readonly number[])[],
  values: readonly (ReadAnswer<unknown> | null)[],
): Promise<Verdict[] | null> {
  const { verify } = setting;
  if (verify === null) return null;
  return Promise.all(
    groups.map(async (group): Promise<Verdict> => {
      const answer = values[group[0] ?? -1];
      if (!answer) return "unknown";
      const { value, wording } = answer;
      let verdict = checked.get(wording);
      if (verdict === undefined) {
        verdict = ask(() => verify.check(value, { question: task.question, wording }));
        checked.set(wording, verdict);
      }
      return verdict;
    }),
  );
}

async function ask(check: () => Verdict | Promise<Verdict>): Promise<Verdict> {
  try {
    const verdict = await check();
    return verdict === "ok" || verdict === "refuted" ? verdict : "unknown";
  } catch {
    return "unknown";
  }
}
