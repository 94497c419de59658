import { isRecord, listIn, quoteIn, textIn, type ReadQuote } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

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

const LONGEST = 4000;
const MOST = 30;

/** Reads a memo about `count` numbered texts. Every part except the recommendation is optional. */
export function readMemo(text: string, count: number, mark?: string): ReadMemo | null {
  const memo = readObject(text, mark);
  const recommendation = textIn(memo?.["recommendation"], LONGEST);
  if (memo === null || recommendation === null) return null;
  const dissent = listIn(memo["dissent"]);
  return {
    recommendation,
    because: textsIn(memo["because"]),
    unless: textsIn(memo["unless"]),
    contested: textsIn(memo["contested"]),
    dissent: textsIn(dissent.map((entry) => (isRecord(entry) ? entry["quote"] : entry))),
    nextSteps: textsIn(memo["nextSteps"]),
    options: listIn(memo["options"]).flatMap(optionIn).slice(0, MOST),
    quotes: dissent.flatMap((entry) => quoteIn(entry, count, LONGEST) ?? []).slice(0, MOST),
  };
}

function textsIn(value: unknown): string[] {
  return listIn(value)
    .flatMap((entry) => textIn(entry, LONGEST) ?? [])
    .slice(0, MOST);
}

function optionIn(entry: unknown): { option: string; tradeOffs: string[] }[] {
  const option = isRecord(entry) ? textIn(entry["option"], LONGEST) : null;
  return option === null || !isRecord(entry)
    ? []
    : [{ option, tradeOffs: textsIn(entry["tradeOffs"]) }];
}
