import { readFile } from "node:fs/promises";
import { readSnapshot, type EvalReport, type LabelledDebate } from "../../eval/index.ts";
import { answerWords } from "../../export/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import { fold } from "../../record/index.ts";
import { fileTrouble, UserError } from "../user-error.ts";

/** The panel's independent answers to each question of an evaluation. */
export function debatesOf({ rows }: Pick<EvalReport, "rows">): LabelledDebate[] {
  return rows.map(({ item: { gold }, independent }) => ({ gold, result: independent }));
}

/**
 * The debates of a report that `rostrum eval --out` wrote: the panel's independent answers, and all
 * debates, including those of a calibrated arm.
 */
export async function debatesOfReport(
  path: string,
): Promise<{ independent: LabelledDebate[]; all: LabelledDebate[] }> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UserError(fileTrouble(error, path));
  });
  const rows = readSnapshot(text, path).rows.map(({ item: { gold }, debates }) =>
    debates.map((result) => ({ gold, result })),
  );
  return { independent: rows.flatMap(([first]) => first ?? []), all: rows.flat() };
}

/**
 * Past debates that a person has reviewed, as the panel decided them: after a correction, a result has the
 * person's answer, and would make the panel look right.
 */
export async function reviewedDebates(
  journal: RunStore,
  isWanted: (debaters: readonly string[]) => boolean = () => true,
): Promise<LabelledDebate[]> {
  const found: LabelledDebate[] = [];
  let before: string | undefined;
  do {
    const page = await journal.list({ limit: 1000, status: "completed", before });
    for (const { id, panel } of page.runs) {
      if (!isWanted(panel)) continue;
      const events = await journal.eventsFrom(id, 0);
      const { review } = fold(events ?? []).result;
      if (review === undefined) continue;
      const decided = (events ?? []).filter(({ type }) => type !== "debate.reviewed");
      const { result } = fold(decided);
      const gold = goldOf(review, result);
      if (gold !== "") found.push({ gold, result });
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return found;
}

/** The answer that is right, as the person said; `null` after a rejection. */
function goldOf(
  { verdict, answer = "" }: Review,
  decided: { answer: unknown; unit: string | null },
): string | null {
  if (verdict === "reject") return null;
  return verdict === "correct" ? answer : answerWords(decided.answer, decided.unit);
}

/** Whether two panels have the same members, in any order. */
export function sameMembers(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && others.every((name) => names.includes(name));
}
