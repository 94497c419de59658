import { autoReader, clusterAnswers, readerFor, readReply, sameAnswer } from "../answers/index.ts";
import { sureness } from "../decide/index.ts";
import { ConfigError } from "../errors.ts";
import type { AnswerKind, AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { Calibration } from "../protocol/calibration.ts";
import { fitClasses, type ErrorPattern } from "./fit-classes.ts";

/** A question with a known answer, and what the members said to it. */
export interface LabelledReplies {
  gold: string;
  /** By debater name. A member without a reply is left out of the row. */
  replies: Record<string, string>;
  /** How long each reply took, if that is known. */
  latencyMs?: Record<string, number>;
}

export interface CalibrateOptions {
  /** How replies are read. Default `auto`. */
  answer?: AnswerKind<unknown> | AnswerKind;
}

/**
 * Learns how much a panel can be trusted, for each kind of answer in the rows: how reliable each member
 * is on easy and on hard questions, how often errors coincide, how often a question is a trap.
 */
export function calibrate(
  rows: readonly LabelledReplies[],
  options: CalibrateOptions = {},
): Calibration {
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new ConfigError("rows", "expected at least one row { gold, replies }, got none");
  }
  const patterns = rows.map((row, index) => patternOf(row, index, options.answer ?? "auto"));
  const names = [...new Set(patterns.flatMap(({ right }) => [...right.keys()]))];
  const byKind = Map.groupBy(patterns, ({ basis }) => basis);
  const kinds: Calibration["kinds"] = {};
  for (const [basis, alike] of byKind) {
    const known = { rows: alike.length, classes: fitClasses(alike, names), beliefs: [] };
    const judgement = { names, known, calibrated: true };
    const beliefs = alike.map(({ answers }) =>
      rounded(
        sureness(
          answers.map((group) => group.map((name) => names.indexOf(name))),
          judgement,
        ),
      ),
    );
    kinds[basis] = { ...known, beliefs: beliefs.sort((a, b) => b - a) };
  }
  const latencyMs = meanLatency(rows);
  return { version: 1, kinds, ...(latencyMs ? { latencyMs } : {}) };

  function rounded(belief: number): number {
    return Math.round(belief * 1e4) / 1e4;
  }
}

/** Mean of the given times; `undefined` if there are none. */
function meanLatency(rows: readonly LabelledReplies[]): Record<string, number> | undefined {
  const times = new Map<string, number[]>();
  for (const { latencyMs } of rows) {
    for (const [name, ms] of Object.entries(latencyMs ?? {})) {
      times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  if (times.size === 0) return undefined;
  return Object.fromEntries(
    [...times].map(([name, list]) => [name, list.reduce((sum, ms) => sum + ms, 0) / list.length]),
  );
}

/** Reduces a row to which members were right and how the others' errors coincided. */
function patternOf(
  row: LabelledReplies,
  index: number,
  kind: AnswerKind<unknown> | AnswerKind,
): ErrorPattern & { basis: string; answers: string[][] } {
  const { gold, replies } = row;
  if (typeof gold !== "string" || typeof replies !== "object" || replies === null) {
    throw new ConfigError(`rows[${index}]`, "expected { gold: string, replies: { name: text } }");
  }
  const said = Object.keys(replies);
  const texts = Object.values(replies);
  const reader = readerFor(kind as AnswerKind<unknown>, "") ?? autoReader("", [gold, ...texts]);
  const truth = readGold(gold, reader);
  const values = texts.map((text) => reader.read(readReply(text), text));
  const right = new Map<string, boolean>();
  said.forEach((name, at) => {
    const value = values[at];
    right.set(name, value != null && truth !== null && sameAnswer(reader, value, truth));
  });
  const errors = values.map((value, at) => (right.get(said[at] ?? "") ? null : value));
  const wrong = clusterAnswers(errors, reader).map((group) => group.length);
  const answers = clusterAnswers(values, reader).map((group) => group.map((at) => said[at] ?? ""));
  return { right, wrong, answers, basis: reader.basis };
}

function readGold(gold: string, reader: AnswerReader): ReadAnswer<unknown> | null {
  return reader.read({ answer: gold, reasoning: "", confidence: null }, gold);
}
