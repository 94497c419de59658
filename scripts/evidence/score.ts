import {
  exact,
  math,
  number,
  readerFor,
  readReply,
  sameAnswer,
} from "../../packages/rostrum/src/answers/index.ts";
import { plainlySame, plainNumber, plainReading } from "./plain-reading.ts";
import type { Row } from "./recorded.ts";

export interface Scored extends Row {
  read: string | null;
  plain: string | null;
  right: boolean;
  plainRight: boolean;
}

const numbers = readerFor(number(), "");
const maths = readerFor(math(), "");
const exacts = readerFor(exact(), "");

export function scoreNumber(row: Row): Scored {
  const gold = Number(row.gold.replaceAll(",", ""));
  const value = numbers?.read(readReply(row.reply), row.reply)?.value ?? null;
  const plain = plainNumber(row.reply);
  return {
    ...row,
    read: value === null ? null : String(value),
    plain: plain === null ? null : String(plain),
    right: value !== null && numbers?.same(value, gold) === true,
    plainRight: plain !== null && Math.abs(plain - gold) <= 1e-6 * Math.abs(gold),
  };
}

export function scoreMath(row: Row): Scored {
  const value = maths?.read(readReply(row.reply), row.reply)?.value ?? null;
  const plain = plainReading(row.reply);
  return {
    ...row,
    read: value,
    plain,
    right: value !== null && maths?.same(value, row.gold) === true,
    plainRight: plain !== null && plainlySame(plain, row.gold),
  };
}

/** The text that a Python literal stands for, where it has nothing to unescape; `null` for all else. */
function literalText(text: string): string | null {
  const [, content] = /^(['"])([^'"\\]+)\1$/.exec(text)?.slice(1) ?? [];
  return content ?? null;
}

function answerField(reply: string): string | null {
  try {
    const body = JSON.parse(reply.slice(reply.indexOf("{"), reply.lastIndexOf("}") + 1)) as unknown;
    const answer = (body as { answer?: unknown }).answer;
    return typeof answer === "string" && answer !== "" ? answer : null;
  } catch {
    return null;
  }
}

/**
 * Texts that a program puts out, by `exact()`; `null` where the truth can't be told by a plain
 * comparison of the reply's JSON with the literal. `plainRight` is that truth.
 */
export function scoreExact(row: Row): Scored | null {
  const truth = literalText(row.gold);
  const said = answerField(row.reply);
  if (truth === null || said === null || exacts === null) return null;
  const value = exacts.read(readReply(row.reply), row.reply);
  const gold = exacts.read({ answer: row.gold, reasoning: "", confidence: null }, row.gold);
  return {
    ...row,
    read: value?.value ?? null,
    plain: said,
    right: value !== null && gold !== null && sameAnswer(exacts, value, gold),
    plainRight: (literalText(said) ?? said) === truth,
  };
}

export interface Share {
  model: string;
  rows: number;
  /** Shares of the rows, 0 to 1. */
  right: number;
  plainRight: number;
  unread: number;
}

/** Shares by model, and their mean over models at the end. */
export function sharesByModel(scored: readonly Scored[]): Share[] {
  const models = [...new Set(scored.map(({ model }) => model))].sort();
  const shares = models.map((model): Share => {
    const rows = scored.filter((row) => row.model === model);
    const share = (holds: (row: Scored) => boolean): number =>
      rows.filter(holds).length / rows.length;
    return {
      model,
      rows: rows.length,
      right: share((row) => row.right),
      plainRight: share((row) => row.plainRight),
      unread: share((row) => row.read === null),
    };
  });
  const mean = (of: (share: Share) => number): number =>
    shares.reduce((sum, share) => sum + of(share), 0) / shares.length;
  return [
    ...shares,
    {
      model: "mean",
      rows: scored.length,
      right: mean(({ right }) => right),
      plainRight: mean(({ plainRight }) => plainRight),
      unread: mean(({ unread }) => unread),
    },
  ];
}
