import { readList, readQuote, readText, type ReadQuote } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";
import { isPlainObject } from "../../thrown.ts";

export interface ReadMemo {
  recommendation: string;
  because: string[];
  unless: string[];
  contested: string[];
  dissent: string[];
  nextSteps: string[];
  options: { option: string; tradeOffs: string[] }[];
  /** Dissent that is given as quotes. */
  quotes: ReadQuote[];
}

const MAX_TEXT_CHARS = 4000;
const MAX_ITEMS = 30;

/** Reads a memo about `count` numbered texts. Every part except the recommendation is optional. */
export function readMemo(text: string, count: number, mark?: string): ReadMemo | null {
  const memo = readObject(text, mark);
  const recommendation = readText(memo?.["recommendation"], MAX_TEXT_CHARS);
  if (memo === null || recommendation === null) return null;
  const dissent = readList(memo["dissent"]);
  return {
    recommendation,
    because: readTexts(memo["because"]),
    unless: readTexts(memo["unless"]),
    contested: readTexts(memo["contested"]),
    dissent: readTexts(dissent.map((entry) => (isPlainObject(entry) ? entry["quote"] : entry))),
    nextSteps: readTexts(memo["nextSteps"]),
    options: readList(memo["options"]).flatMap(readOption).slice(0, MAX_ITEMS),
    quotes: dissent
      .flatMap((entry) => readQuote(entry, count, MAX_TEXT_CHARS) ?? [])
      .slice(0, MAX_ITEMS),
  };
}

function readTexts(value: unknown): string[] {
  return readList(value)
    .flatMap((entry) => readText(entry, MAX_TEXT_CHARS) ?? [])
    .slice(0, MAX_ITEMS);
}

function readOption(entry: unknown): { option: string; tradeOffs: string[] }[] {
  const option = isPlainObject(entry) ? readText(entry["option"], MAX_TEXT_CHARS) : null;
  return option === null || !isPlainObject(entry)
    ? []
    : [{ option, tradeOffs: readTexts(entry["tradeOffs"]) }];
}
