import type { AnswerReader, Reading } from "../../protocol/answer.ts";
import { formatScore, type Rubric, type Score } from "../../protocol/score.ts";
import { parseRepairedJson } from "../reply/json-lines.ts";
import { isPlainObject } from "../../thrown.ts";

/** Maximum difference of totals that count as the same, as a share of the scale. */
const TOLERANCE = 0.1;

/** A number on the scale for each criterion of the rubric, and nothing else. */
export function scoreReader(
  rubric: Rubric,
  [low, high]: readonly [number, number],
): AnswerReader<Score> {
  const names = listCriteria(rubric);
  const inScale = (value: unknown): number | null =>
    typeof value === "number" && value >= low && value <= high ? value : null;
  const toNumber = (value: unknown): number | null =>
    inScale(typeof value === "string" ? parseFigure(value, high) : value);
  return {
    basis: "number",
    read(reading) {
      const score =
        names.length === 0
          ? toSingle(toNumber(reading.from === "whole" ? null : reading.answer))
          : toScore(names, readFields(reading), toNumber);
      return score && { value: score, wording: formatScore(score) };
    },
    same: (a, b) => Math.abs(a.total - b.total) <= TOLERANCE * (high - low) + 1e-9,
  };
}

/** Names of the criteria. Empty if the rubric is a single text. */
function listCriteria(rubric: Rubric): string[] {
  if (typeof rubric === "string") return [];
  return Array.isArray(rubric) ? [...(rubric as readonly string[])] : Object.keys(rubric);
}

function toSingle(total: number | null): Score | null {
  return total === null ? null : { total, criteria: {} };
}

/** Requires every criterion once. A given total is ignored and recomputed. */
function toScore(
  names: readonly string[],
  fields: Readonly<Record<string, unknown>> | null,
  toNumber: (value: unknown) => number | null,
): Score | null {
  if (fields === null) return null;
  const allowedNames = new Set([...names, "total"]);
  if (Object.keys(fields).some((name) => !allowedNames.has(name))) return null;
  const criteria: Record<string, number> = {};
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? toNumber(fields[name]) : null;
    if (value === null) return null;
    criteria[name] = value;
  }
  const total = Object.values(criteria).reduce((sum, value) => sum + value, 0) / names.length;
  return { total, criteria };
}

/** Fields of a JSON object, or of lines such as "clarity: 4". `null` if a name occurs twice. */
function readFields({ json, answer, from }: Reading): Record<string, unknown> | null {
  const inner = isPlainObject(json) && isPlainObject(json["answer"]) ? json["answer"] : json;
  if (isPlainObject(inner) && !("answer" in inner)) return inner;
  if (answer === null || from === "whole") return null;
  const parsed = parseRepairedJson(answer);
  if (isPlainObject(parsed)) return parsed;
  const fields: Record<string, unknown> = {};
  for (const line of answer.split("\n")) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const name = line
      .slice(0, Math.max(colon, 0))
      .replace(/^[\s*-]+/, "")
      .trimEnd();
    const value = line.slice(colon + 1).trim();
    if (name === "" || value === "" || Object.hasOwn(fields, name)) return null;
    fields[name] = value;
  }
  return fields;
}

/** A plain figure, optionally with the top of the scale: "4", "4.5", "4/5". */
function parseFigure(text: string, high: number): number | null {
  const [, figure, top] = /^(-?\d+(?:\.\d+)?)(?:\s*\/\s*(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  if (figure === undefined || (top !== undefined && Number(top) !== high)) return null;
  return Number(figure);
}
