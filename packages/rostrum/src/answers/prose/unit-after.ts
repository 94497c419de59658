import { currencySigns } from "../../protocol/with-unit.ts";
import { unitOf } from "./units.ts";
import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

/** A unit, and the place of the last word that belongs to it. */
export interface UnitSaid {
  unit: Unit;
  last: number;
}

const found = (name: string, last: number): UnitSaid | null => {
  const unit = unitOf(name);
  return unit === undefined ? null : { unit, last };
};

/** "20 °C", "20 degrees Celsius", "20 degrees". */
function degrees(gap: string, words: readonly Word[], i: number): UnitSaid | null {
  const signed = gap.includes("°");
  if (!signed && words[i]?.lexeme.stem !== "degre") return null;
  const at = signed ? i : i + 1;
  const scale = words[at]?.lexeme.key ?? "";
  if (scale === "c" || scale === "celsius") return found("celsius", at);
  if (scale === "f" || scale === "fahrenheit") return found("fahrenheit", at);
  return signed ? null : found("degree", i);
}

/** A unit of several words: "miles per hour", "km/h", "square feet", "light years". */
function compound(text: string, words: readonly Word[], i: number): UnitSaid | null {
  const next = words[i];
  if (next === undefined) return null;
  const stem = (at: number): string => words[at]?.lexeme.stem ?? "";
  if (text.startsWith("/h", next.end) && next.lexeme.key === "km") return found("kph", i + 1);
  const joint = stem(i + 1) === "per" || stem(i + 1) === "an" || stem(i + 1) === "a";
  return (
    (joint ? found(`${stem(i)} per ${stem(i + 2)}`, i + 2) : null) ??
    found(`${stem(i)} ${stem(i + 1)}`, i + 1)
  );
}

/** Longer gaps, and gaps with such signs, part a number from what follows. */
const parting = /[.,;:()\n]/;

/** The unit after a number whose last word is at `at`; `feet` says that feet came before: "6 ft 2 in". */
export function unitAfter(
  text: string,
  words: readonly Word[],
  at: number,
  feet: boolean,
): UnitSaid | null {
  const end = words[at]?.end ?? 0;
  const sign = text.charAt(text.charAt(end) === " " ? end + 1 : end);
  if ("%€£₹".includes(sign) && sign !== "") return found(sign, at);
  const i = at + 1;
  const next = words[i];
  if (next === undefined) return null;
  const gap = text.slice(end, next.start);
  if (gap.length > 3 || parting.test(gap)) return null;
  const several = degrees(gap, words, i) ?? compound(text, words, i);
  if (several !== null) return several;
  const { key, stem, capital } = next.lexeme;
  if (key === "in") return feet ? found("inch", i) : null;
  // "5 T" is too short to be sure of, unless it touches the number.
  if (key.length === 1 && (gap !== "" || capital) && !"mghsl".includes(key)) return null;
  return found(key, i) ?? found(stem, i);
}

/** The currency before a number: "$5", "USD 5". */
export function currencyBefore(text: string, words: readonly Word[], at: number): Unit | null {
  const start = words[at]?.start ?? 0;
  const sign = text.charAt(text.charAt(start - 1) === " " ? start - 2 : start - 1);
  if (sign !== "" && currencySigns.includes(sign)) return unitOf(sign) ?? null;
  const code = words[at - 1]?.lexeme;
  if (code?.key.length !== 3 || !code.capital) return null;
  const unit = unitOf(code.key);
  return unit?.dimension === code.key ? unit : null;
}
