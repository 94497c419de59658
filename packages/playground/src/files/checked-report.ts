import { type Snapshot, SNAPSHOT_VERSION } from "rostrum/eval";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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

/** Checks everything that the tables rely on. */
export function checkReport(value: Record<string, unknown>): Snapshot {
  const { version, id, date, arms, rows, stopped } = value;
  if (version !== SNAPSHOT_VERSION) {
    const came = JSON.stringify(version)?.slice(0, 40) ?? "none";
    throw new Error(`Expected a report of version ${SNAPSHOT_VERSION}, got version ${came}.`);
  }
  const sound =
    isText(id) &&
    isText(date) &&
    (stopped === null || isText(stopped)) &&
    Array.isArray(arms) &&
    arms.length <= 100 &&
    arms.every(isArm) &&
    Array.isArray(rows) &&
    rows.every(isRow);
  if (!sound) throw new Error("Expected the report of an evaluation, with its arms and rows.");
  return value as unknown as Snapshot;
}
