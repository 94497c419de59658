import { haveSameMembers } from "@rostrum/core/debate";
import { formatAnswer } from "@rostrum/core/export";
import type { StoredEvent } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import type { PanelReplies } from "../calibration/read-row.ts";
import { repliesFrom, rowFrom, type LabelledDebate } from "./labelled.ts";

/** A completed run with its panel's result and, if known, the right answer. */
export interface RecordedDebate {
  id: string;
  /** `null` without a review and an outcome. */
  labelled: LabelledDebate | null;
  result: LabelledDebate["result"];
}

/** Filter of `readRuns()`. */
export interface RunsWanted {
  /** Only runs of the configured panel with this name. */
  panelName?: string;
  /** Maximum number of runs; the newest are read. Default: all. */
  most?: number;
}

/** Reads the completed runs of a journal, oldest first. With `members`, only runs of exactly these members. */
export async function readRuns(
  store: Pick<RunStore, "list" | "eventsFrom">,
  members?: readonly string[],
  { panelName, most = Infinity }: RunsWanted = {},
): Promise<RecordedDebate[]> {
  const debates: RecordedDebate[] = [];
  let before: string | undefined;
  do {
    const page = await store.list({ limit: 1000, status: "completed", panelName, before });
    for (const { id, panel } of page.runs) {
      if (members !== undefined && !haveSameMembers(panel, members)) continue;
      debates.push(readRun(id, (await store.eventsFrom(id, 0)) ?? []));
      if (debates.length >= most) return debates.reverse();
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return debates.reverse();
}

/**
 * Takes the right answer from the outcome, else from the review. Uses the result before any review: after a
 * correction it contains the person's answer, which would make the panel look right.
 */
function readRun(id: string, events: readonly StoredEvent[]): RecordedDebate {
  const { review, outcome } = fold(events).result;
  const { result } = fold(events.filter(({ type }) => type !== "debate.reviewed"));
  const decided = formatAnswer(result.answer, result.unit);
  const label = (gold: string | null, wrong?: string): RecordedDebate => {
    const isEmpty = gold === "" || wrong === "";
    const labelled = { gold, result, ...(wrong === undefined ? {} : { wrong }) };
    return { id, result, labelled: isEmpty ? null : labelled };
  };
  if (outcome?.answer !== undefined) return label(outcome.answer);
  if (outcome !== undefined) return outcome.right ? label(decided) : label(null, decided);
  if (review === undefined) return { id, result, labelled: null };
  if (review.verdict === "reject") return label(null);
  return label(review.verdict === "correct" ? (review.answer ?? "") : decided);
}

/** With fewer labelled rows, agreement between members says more about them than the labels. */
const MIN_LABELLED_ROWS = 30;

/**
 * Rows that a panel can learn from: those with a known answer if there are enough, else all rows without their answers.
 * Disagreement between members never counts as an error.
 */
export function learnableRows(debates: readonly RecordedDebate[]): PanelReplies[] {
  const labelledRows = debates.flatMap(({ labelled }) => (labelled && toRow(labelled)) ?? []);
  return labelledRows.length >= MIN_LABELLED_ROWS
    ? labelledRows
    : debates.flatMap(({ result }) => repliesFrom(result) ?? []);
}

/** Converts a debate to a row; `null` if nothing can be learned from it. */
export function toRow(debate: LabelledDebate): PanelReplies | null {
  const { wrong } = debate;
  if (wrong === undefined) return rowFrom(debate);
  const replies = repliesFrom(debate.result);
  return replies && { ...replies, wrong };
}
