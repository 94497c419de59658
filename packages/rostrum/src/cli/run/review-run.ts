import { reviewCompleted } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import { oneLine, reviewWords } from "../../export/index.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import { fold } from "../../record/index.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { askReview } from "./ask-review.ts";

export interface ReviewRunFlags {
  confirm?: boolean | undefined;
  correct?: string | undefined;
  reject?: boolean | undefined;
  reason?: string | undefined;
  reviewer?: string | undefined;
}

/** `rostrum runs --review <id>`: a person's verdict on a debate that is over. Without one, it asks for it. */
export async function reviewRun(
  journal: RunStore,
  id: string,
  flags: ReviewRunFlags,
  output: Output,
): Promise<void> {
  const given = verdictIn(flags);
  const record = fold((await journal.eventsFrom(id, 0)) ?? []);
  if (record.result.review) {
    throw new UserError(`expected a debate without a review, but ${oneLine(id)} has one`, [
      reviewWords(record.result.review, record.reviewed),
    ]);
  }
  if (record.status !== "completed") {
    throw new UserError(`expected a debate that is over, but ${oneLine(id)} is ${record.status}`, [
      record.status === "waiting"
        ? "review it where it waits: on the page of rostrum serve, or in the terminal that asked"
        : "rostrum runs --status completed",
    ]);
  }
  const { reason, reviewer } = flags;
  const said: Review = {
    ...(given ?? (await askReview(record, output))),
    ...(reason === undefined ? {} : { reason }),
    ...(reviewer === undefined ? {} : { reviewer }),
  };
  try {
    await reviewCompleted(journal, id, said, { patienceMs: 2000 });
  } catch (error) {
    if (error instanceof ConfigError) throw new UserError(error.message);
    throw error;
  }
  output.say(reviewWords(said));
}

function verdictIn({ confirm, correct, reject }: ReviewRunFlags): Review | null {
  const given: Review[] = [
    ...(confirm ? [{ verdict: "confirm" } as const] : []),
    ...(correct === undefined ? [] : [{ verdict: "correct", answer: correct } as const]),
    ...(reject ? [{ verdict: "reject" } as const] : []),
  ];
  if (given.length > 1) {
    throw new UserError("expected one of --confirm, --correct and --reject, got several");
  }
  return given[0] ?? null;
}
