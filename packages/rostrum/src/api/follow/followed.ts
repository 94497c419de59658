import { EARLIER_DEBATE } from "../../debate/earlier-debate.ts";
import { ConfigError } from "../../errors.ts";
import type { Journal, StoredRun } from "../../protocol/journal.ts";
import type { Question, RecordedItem } from "../../protocol/question.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import { checked, FOLLOW } from "../../vocabulary/index.ts";
import { materialOf } from "../config/question.ts";
import { given as givenItem, givenAgain } from "../files/kept-files.ts";
import { storedRun } from "../recorded.ts";
import { secretOf } from "../run/secret.ts";
import { carriedFrom, type Carry, type Earlier } from "./carried.ts";

/** Debates of a thread that are carried at most, in addition to the one that is followed up. */
const MOST_BEFORE = 8;

/**
 * The question of a follow-up, with what is carried over from the finished run in its context. The documents
 * of that run come along, unless only its verdict is carried.
 */
export async function followUp(
  journal: Journal | undefined,
  id: string,
  question: Question,
  carrying: unknown,
): Promise<Exclude<Question, string>> {
  const carry = checked(FOLLOW.carry, carrying, "carry") as Carry;
  const stored = await storedRun(journal, id);
  const record = finished(stored);
  const before = journal ? await threadBefore(journal, record) : [];
  const { text, context } = typeof question === "string" ? { text: question } : question;
  const own = materialOf(context);
  const carried = carriedFrom(earlierOf(stored, record), before, carry);
  const documents =
    carry === "verdict"
      ? []
      : givenAgain(documentsOf(record, [...namesIn(own), carried.document]), stored);
  return { text, context: [...documents, carried, ...own.map(givenItem)] };
}

function finished(stored: StoredRun): DebateRecord {
  const record = fold(stored.events);
  if (record.status === "completed") return record;
  const { status } = record;
  const words =
    status === "failed" ? "failed" : status === "waiting" ? "waits for a person" : "is not over";
  throw new ConfigError(
    "id",
    `expected a finished run to follow up, got "${stored.id}", which ${words}`,
  );
}

/** The older debates of a thread, the oldest first, as far as the journal still has them. */
async function threadBefore(journal: Journal, { started }: DebateRecord): Promise<Earlier[]> {
  const before: Earlier[] = [];
  let parent = started?.parent;
  while (parent !== undefined && before.length < MOST_BEFORE) {
    const stored = await journal.read(parent);
    if (!stored || stored.redacted) break;
    const record = fold(stored.events);
    before.unshift(earlierOf(stored, record));
    parent = record.started?.parent;
  }
  return before;
}

function earlierOf({ inputs }: StoredRun, { result }: DebateRecord): Earlier {
  return { result, secret: secretOf(inputs) };
}

function namesIn(items: ReturnType<typeof materialOf>): string[] {
  return items.flatMap((item) => ("document" in item ? [item.document] : []));
}

/** Documents that were given to the earlier debate, except records of debates and those that are given again. */
function documentsOf({ started }: DebateRecord, given: readonly string[]): RecordedItem[] {
  return (started?.context ?? []).filter(
    (item) =>
      "document" in item &&
      !item.document.startsWith(EARLIER_DEBATE) &&
      !given.includes(item.document),
  );
}
