import type { StoredEvent } from "../../protocol/events.ts";
import type { RunSummary } from "../../protocol/journal.ts";
import { fold, type DebateRecord } from "../../record/recorder.ts";
import { clipLine, toOneLine } from "../../visible.ts";
import { formatCount } from "../phrases.ts";
import { shortenAnswer } from "../short-answer.ts";
import { listReviewedDocuments } from "./locate-findings.ts";
import { readReviewed } from "./reviewed-subject.ts";
import { classifyTask } from "./classify-task.ts";

const MAX_NAMES = 3;
/** Name of a plan that came without a file. */
export const PIPED_PLAN = "plan";

/** "review of cart.ts", "review of commit 3faf2a24ce: 4 files: cart.ts, order.ts, user.ts, …". Null for other runs, whose question is their title. */
export function describeReviewed({ started, result }: DebateRecord): string | null {
  const kind = classifyTask(result.question);
  if (kind === null) return null;
  const names = listReviewedDocuments(started?.context).map(({ document }) => toOneLine(document));
  const [only] = names;
  if (kind === "plan")
    return only === undefined || only === PIPED_PLAN
      ? "review of a plan"
      : `review of the plan ${only}`;
  const { title = "" } = readReviewed(started?.metadata) ?? {};
  // Files that were named are their own title.
  const subject = title === "" || title === names.join(", ") ? "" : `${toOneLine(title)}: `;
  if (names.length === 1) return `review of ${subject}${only}`;
  const shownNames = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ["…"] : [])];
  return `review of ${subject}${formatCount(names.length, "file")}: ${shownNames.join(", ")}`;
}

/** Name of the plan that a run reviewed: its file, or "the plan". Null for other runs. */
export function nameReviewedPlan({ started, result }: DebateRecord): string | null {
  if (classifyTask(result.question) !== "plan") return null;
  const name = listReviewedDocuments(started?.context)[0]?.document ?? PIPED_PLAN;
  return name === PIPED_PLAN ? "the plan" : name;
}

/** Titles of the reviews among runs, by id: all of them have the same task as their question. */
export async function titleReviews(
  journal: { eventsFrom(id: string, seq: number): Promise<StoredEvent[] | undefined> },
  runs: readonly RunSummary[],
): Promise<Map<string, string>> {
  const reviews = runs.filter(({ question }) => classifyTask(question) !== null);
  const titles = await Promise.all(
    reviews.map(async ({ id }): Promise<[string, string][]> => {
      const record = fold((await journal.eventsFrom(id, 0)) ?? []);
      const title = describeReviewed(record);
      if (title === null) return [];
      const { findings, verdict } = record.result;
      if (verdict !== undefined) return [[id, `${title} → ${verdict}`]];
      const standing = findings?.filter(({ status }) => status !== "refuted").length;
      if (standing === undefined) return [[id, title]];
      const count = standing === 0 ? "no findings" : formatCount(standing, "finding");
      return [[id, `${title} → ${count}`]];
    }),
  );
  return new Map(titles.flat());
}

const MAX_QUESTION_CHARS = 60;

/** One line about a run in a list: "review of 1 file: cart.js → 2 findings", or its question and its answer. */
export function titleRun(
  {
    question,
    answer,
    label = null,
  }: Pick<RunSummary, "question" | "answer"> & {
    label?: string | null | undefined;
  },
  reviewTitle: string | undefined,
): string {
  if (reviewTitle !== undefined) return reviewTitle;
  if (answer === null) return toOneLine(question);
  return `${clipLine(question, MAX_QUESTION_CHARS)} → ${shortenAnswer(answer, { label })}`;
}
