import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { numberIn } from "./parse-number.ts";

const relative = 1e-6;

export function sameNumber(a: number, b: number, tolerance?: number): boolean {
  if (a === b) return true;
  const apart = Math.abs(a - b);
  return apart <= (tolerance ?? relative * Math.max(Math.abs(a), Math.abs(b)));
}

function readNumber({ answer }: Reading): ReadAnswer<number> | null {
  if (answer === null) return null;
  const value = numberIn(answer);
  if (value === null || !Number.isFinite(value)) return null;
  const plain = value === 0 ? 0 : value;
  return { value: plain, wording: String(plain) };
}

export function numberReader(tolerance?: number): AnswerReader<number> {
  return {
    basis: "number",
    read: readNumber,
    same: (a, b) => sameNumber(a, b, tolerance),
    key: String,
  };
}
