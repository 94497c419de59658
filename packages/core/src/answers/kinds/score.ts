import type { AnswerReader, Reading } from "../../protocol/answer.ts";
import { formatScore, type Rubric, type Score } from "../../protocol/score.ts";
import { shorten } from "../../format.ts";
import { parseRepairedJson } from "../reply/json-lines.ts";
import { isPlainObject, typeName } from "../../thrown.ts";

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
    explain(reading) {
      const range = `a number from ${low} to ${high}`;
      if (names.length === 0) {
        const figure = parseFigure(reading.answer ?? "", high);
        return figure === null ? null : `${figure} is not ${range}`;
      }
      const fields = readFields(reading);
      return fields && describeFields(names, fields, (value) => toNumber(value) !== null, range);
    },
    same: (a, b) => Math.abs(a.total - b.total) <= TOLERANCE * (high - low) + 1e-9,
  };
}

/** Names of the criteria. Empty if the rubric is a single text. */
export function listCriteria(rubric: Rubric): string[] {
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

const MAX_PROBLEMS = 5;
const MAX_VALUE_CHARS = 40;

/** Says which criteria are missing, unknown or off the scale. `null` if none is. */
function describeFields(
  names: readonly string[],
  fields: Readonly<Record<string, unknown>>,
  isScore: (value: unknown) => boolean,
  range: string,
): string | null {
  const problems = names.flatMap((name) => {
    if (!Object.hasOwn(fields, name)) return [`${name} is missing`];
    const value = fields[name];
    return isScore(value) ? [] : [`${name}: ${formatValue(value)} is not ${range}`];
  });
  const known = new Set([...names, "total"]);
  for (const name of Object.keys(fields))
    if (!known.has(name)) problems.push(`${shorten(name, MAX_VALUE_CHARS)} is not a criterion`);
  const omittedCount = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS);
  if (omittedCount > 0) shown.push(`and ${omittedCount} more`);
  return shown.length === 0 ? null : shown.join("; ");
}

function formatValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? `"${shorten(value, MAX_VALUE_CHARS)}"` : typeName(value);
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
