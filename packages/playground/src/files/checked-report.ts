import { SNAPSHOT_VERSION, type Snapshot } from "../../../rostrum/src/eval/report/json.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isInterval = (value: unknown): boolean =>
  isObject(value) && ["value", "low", "high"].every((name) => Number.isFinite(value[name]));

/** Checks what the tables rely on. */
export function checkedReport(value: Record<string, unknown>): Snapshot {
  const { version, arms, rows } = value;
  if (version !== SNAPSHOT_VERSION) {
    const came = JSON.stringify(version)?.slice(0, 40) ?? "none";
    throw new Error(`Expected a report of version ${SNAPSHOT_VERSION}, got version ${came}.`);
  }
  const sound =
    Array.isArray(arms) &&
    arms.length <= 100 &&
    arms.every(
      (arm: unknown) =>
        isObject(arm) && typeof arm["name"] === "string" && isInterval(arm["accuracy"]),
    ) &&
    Array.isArray(rows) &&
    rows.every(
      (row: unknown) => isObject(row) && isObject(row["item"]) && isObject(row["outcomes"]),
    );
  if (!sound) throw new Error("Expected the report of an evaluation, with its arms and rows.");
  return value as unknown as Snapshot;
}
