import { ConfigError, isPlainObject } from "@rostrum/core/support";

import { cutAtClosingBrace } from "../recorded/find-answers.ts";
import type { EvalItem, RowPlace } from "./item.ts";

type Row = Record<string, unknown>;

/** Turns one row of a data set into a question with its answer. */
export type Layout = (row: Record<string, unknown>, place: RowPlace) => EvalItem;

/** Field names of a custom data set. */
export interface FieldMapping {
  id?: string;
  question: string;
  gold: string;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The layouts of well-known data sets, as they are published. */
export const layouts: Readonly<Record<string, Layout>> = {
  /** `{ question, answer }` where the answer ends in `#### 42`. */
  gsm8k: (row, place) => {
    const answer = readText(row, "answer", place);
    const gold = answer.includes("####") ? answer.slice(answer.lastIndexOf("####") + 4) : answer;
    return createItem(row, place, readText(row, "question", place), gold.trim());
  },
  /** `{ problem, solution }` where the solution boxes its answer, or `{ problem, answer }`. */
  math: (row, place) => {
    const gold =
      typeof row["answer"] === "string"
        ? row["answer"]
        : findBoxed(readText(row, "solution", place));
    if (gold === null) refuseField(place, "solution", "an answer in \\boxed{}", row["solution"]);
    return createItem(row, place, readText(row, "problem", place), gold);
  },
  /** `{ question, choices: […], answer: 2 }`, or the answer as a letter. */
  mmlu: (row, place) => {
    const choices = readList(row, "choices", place);
    const answer = row["answer"];
    const gold = typeof answer === "number" ? LETTERS[answer] : String(answer).trim();
    if (!gold || !LETTERS.slice(0, choices.length).includes(gold)) {
      refuseField(place, "answer", `an index or a letter of ${choices.length} choices`, answer);
    }
    return createItem(row, place, addChoices(readText(row, "question", place), choices), gold);
  },
  /** `{ question, mc1_targets: { choices, labels } }`. */
  truthfulqa: (row, place) => {
    const targets = row["mc1_targets"];
    const from = isPlainObject(targets) ? targets : {};
    const choices = Array.isArray(from["choices"])
      ? readList(from, "choices", place)
      : Object.keys(from);
    const labels = Array.isArray(from["labels"]) ? from["labels"] : Object.values(from);
    const right = labels.findIndex((label) => label === 1 || label === true);
    if (right < 0) refuseField(place, "mc1_targets", "choices with one label of 1", targets);
    // The right choice always comes first in the published file, so the choices are rotated by the question's length.
    const turn = readText(row, "question", place).length % choices.length;
    const turned = choices.map((_, at) => choices[(at + turn) % choices.length] ?? "");
    const gold = LETTERS[(right - turn + choices.length) % choices.length] ?? "";
    return createItem(row, place, addChoices(readText(row, "question", place), turned), gold);
  },
  /** `{ question, answer: true }`. */
  strategyqa: (row, place) => {
    const { answer } = row;
    if (typeof answer !== "boolean") refuseField(place, "answer", "true or false", answer);
    const question = `${readText(row, "question", place)} Answer yes or no.`;
    return createItem(row, place, question, answer ? "yes" : "no");
  },
  /** `{ question, options: ["A)21", …], correct: "E" }`. */
  aqua: (row, place) => {
    const options = readList(row, "options", place);
    const question = `${readText(row, "question", place)}\n${options.join("\n")}`;
    return createItem(row, place, question, readText(row, "correct", place));
  },
  /** `{ id?, question, gold, … }`, the format that rostrum writes. `gold` may be a list. */
  plain: (row, place) => {
    for (const field of ["question", "gold"]) {
      if (row[field] === undefined) throw rowError(place, describeOtherFields(field, row));
    }
    return createItemWithGolds(row, place, readText(row, "question", place), "gold");
  },
  /** `{ id?, question, answer: "…" }`, or several right answers as a list: `answer` or `answers`. */
  open: (row, place) => {
    const field = row["answers"] === undefined ? "answer" : "answers";
    return createItemWithGolds(row, place, readText(row, "question", place), field);
  },
};

/** Lists the row's fields, because the missing one usually has another name. */
function describeOtherFields(field: string, row: Row): string {
  const names = Object.keys(row).slice(0, 8).join(", ");
  return (
    `${field}: expected a text, got nothing. The row has ${names === "" ? "no fields" : names}: ` +
    "name the fields of question and answer with --layout (layout in code), such as question=prompt,gold=label"
  );
}

export function mapFields({ id, question, gold }: FieldMapping): Layout {
  return (row, place) => {
    const named = id === undefined ? row : { ...row, id: row[id] };
    return createItemWithGolds(named, place, readText(row, question, place), gold);
  };
}

/** Accepts one right answer, or a list of answers that are all right. */
function createItemWithGolds(row: Row, place: RowPlace, question: string, field: string): EvalItem {
  const value = row[field];
  if (!Array.isArray(value)) return createItem(row, place, question, readText(row, field, place));
  const texts = value.map((_, at) => readText({ ...value }, String(at), place));
  const [gold, ...alsoRight] = [...new Set(texts)];
  if (gold === undefined) return refuseField(place, field, "a text or a list of texts", value);
  return {
    ...createItem(row, place, question, gold),
    ...(alsoRight.length > 0 ? { alsoRight } : {}),
  };
}

function createItem(row: Row, { file, line }: RowPlace, question: string, gold: string): EvalItem {
  const { id } = row;
  const named = typeof id === "string" || typeof id === "number" ? String(id) : null;
  return { id: named ?? `${file.replace(/^.*[\\/]/, "")}:${line}`, question, gold };
}

function readText(row: Row, field: string, place: RowPlace): string {
  const value = row[field];
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.trim() === "") refuseField(place, field, "a text", value);
  return value;
}

function readList(row: Row, field: string, place: RowPlace): string[] {
  const value = row[field];
  if (!Array.isArray(value) || value.length < 2)
    refuseField(place, field, "a list of choices", value);
  return value.map(String);
}

function refuseField(place: RowPlace, field: string, expected: string, value: unknown): never {
  throw rowError(
    place,
    `${field}: expected ${expected}, got ${JSON.stringify(value) ?? "nothing"}`,
  );
}

export function rowError({ file, line }: RowPlace, message: string): ConfigError {
  return new ConfigError(`${file}:${line}`, message);
}

function addChoices(question: string, choices: readonly string[]): string {
  return [question, ...choices.map((choice, at) => `(${LETTERS[at]}) ${choice}`)].join("\n");
}

/** The content of the last `\boxed{…}`, its own braces balanced. */
function findBoxed(solution: string): string | null {
  const start = solution.lastIndexOf("\\boxed{");
  return start < 0 ? null : cutAtClosingBrace(solution.slice(start + "\\boxed{".length));
}
