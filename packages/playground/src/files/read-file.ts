import { type DebateRecord, fold } from "@rostrum/core/record";
import type { PartialResult } from "@rostrum/core/protocol";
import { type Snapshot, SNAPSHOT_VERSION } from "@rostrum/eval";
import { toRecord } from "@rostrum/core/export";
import type { DebateSnapshot } from "@rostrum/page";
import { checkEvents, isObject, readEvents } from "./read-events.ts";

/** The contents of a file. */
export type Opened = OpenedDebate | { kind: "report"; report: Snapshot };

interface OpenedDebate {
  kind: "debate";
  id: string;
  snapshot: DebateSnapshot;
}

const MAX_FILE_BYTES = 20_000_000;

/** Reads a record, the events of a debate, a shared page, or an evaluation report. */
export async function readFile(file: Blob): Promise<Opened> {
  if (file.size > MAX_FILE_BYTES) {
    throw new Error(
      `Expected a file of at most ${MAX_FILE_BYTES / 1e6} MB, got ${(file.size / 1e6).toFixed(1)} MB.`,
    );
  }
  return readText(await file.text());
}

export function readText(text: string): Opened {
  if (/^\s*</.test(text)) return openEvents(readEvents(findEvents(text)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return openEvents(readEvents(text));
  }
  if (Array.isArray(value)) return openEvents(checkEvents(value));
  const contents = isObject(value) ? value : {};
  if (Array.isArray(contents["events"])) return openEvents(checkEvents(contents["events"]));
  if (Array.isArray(contents["arms"])) return { kind: "report", report: checkReport(contents) };
  return openRecord(contents);
}

/** Extracts the events of a shared page, which are JSON. It is read as text, so nothing in it runs. */
function findEvents(text: string): string {
  const page = new DOMParser().parseFromString(text, "text/html");
  const events = page.querySelector("script#events")?.textContent;
  if (!events) throw new Error("Expected a page that rostrum shared, got another page.");
  return events;
}

function openEvents(events: ReturnType<typeof checkEvents>): OpenedDebate {
  let record: DebateRecord;
  try {
    record = fold(events);
  } catch (cause) {
    throw new Error(
      "Expected the events of a debate, but the events in this file don't form one.",
      { cause },
    );
  }
  const id = findId(record.result);
  return { kind: "debate", id, snapshot: { events, record, live: new Map() } };
}

/** Id of the debate, as part of an address. */
function findId({ id }: { id?: unknown }): string {
  return typeof id === "string" && id !== "" ? id.slice(0, 200).toWellFormed() : "opened";
}

/** Opens a record, or only its result, without events. */
export function openRecord(value: Record<string, unknown>): OpenedDebate {
  const result = (value["result"] ?? value) as Partial<PartialResult>;
  if (
    typeof result.question !== "string" ||
    !Array.isArray(result.rounds) ||
    typeof result.whatIf !== "object"
  ) {
    throw new Error(
      "Expected a debate (its events, its record or its shared page) or the report of an evaluation, " +
        "got other JSON.",
    );
  }
  const record = value["result"]
    ? (value as unknown as DebateRecord)
    : toRecord(value as unknown as PartialResult);
  const id = findId(result);
  return { kind: "debate", id, snapshot: { events: [], record, live: new Map() } };
}

const isInterval = (value: unknown): boolean =>
  isObject(value) && ["value", "low", "high"].every((name) => Number.isFinite(value[name]));

const isText = (value: unknown): boolean => typeof value === "string";

function isArm(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, accuracy, calls, tokens, againstVote } = value;
  return (
    isText(name) &&
    isInterval(accuracy) &&
    Number.isFinite(calls) &&
    (tokens === null || Number.isFinite(tokens)) &&
    (againstVote === null || isInterval(againstVote))
  );
}

function isRow(value: unknown): boolean {
  if (!isObject(value) || !isObject(value["item"]) || !isObject(value["outcomes"])) return false;
  const { question, gold } = value["item"];
  return isText(question) && isText(gold) && Array.isArray(value["debates"]);
}

/** Checks every field that the tables rely on. */
function checkReport(value: Record<string, unknown>): Snapshot {
  const { version, id, date, arms, rows, stopped } = value;
  if (version !== SNAPSHOT_VERSION) {
    const foundVersion = JSON.stringify(version)?.slice(0, 40) ?? "none";
    throw new Error(
      `Expected a report of version ${SNAPSHOT_VERSION}, got version ${foundVersion}.`,
    );
  }
  const isValid =
    isText(id) &&
    isText(date) &&
    (stopped === null || isText(stopped)) &&
    Array.isArray(arms) &&
    arms.length <= 100 &&
    arms.every(isArm) &&
    Array.isArray(rows) &&
    rows.every(isRow);
  if (!isValid) throw new Error("Expected the report of an evaluation, with its arms and rows.");
  return value as unknown as Snapshot;
}
