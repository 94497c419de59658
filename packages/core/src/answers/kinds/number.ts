import type { AnswerForm, AnswerReader } from "../../protocol/answer.ts";
import { formatWithUnit } from "../../protocol/with-unit.ts";
import {
  compareQuantities,
  convert,
  isWithin,
  quantityKey,
} from "../quantity/compare-quantities.ts";
import { parseQuantity, type Quantity } from "../quantity/parse-quantity.ts";
import { QuestionWords } from "../quantity/question-words.ts";
import { countedUnit, readUnit, type Unit } from "../quantity/units.ts";

/** A number, with its unit if the reply names one. */
export function numberReader(
  tolerance: number | undefined,
  question: string,
): AnswerReader<number> {
  const words = new QuestionWords(question);
  const toUnit = (name: string): Unit => {
    const { noun, isAskedFor } = words.readCounted(name) ?? { noun: name, isAskedFor: false };
    return readUnit(name) ?? countedUnit(noun ?? name, isAskedFor);
  };
  /** Restores the quantity from its value and the unit's name. */
  const toQuantity = (value: number, form?: AnswerForm): Quantity => {
    const unitName = form?.unit ?? null;
    return { value, unit: unitName === null ? null : toUnit(unitName), unitName };
  };
  return {
    basis: "number",
    read({ answer, from }) {
      const found = answer === null || from === "whole" ? null : parseQuantity(answer, words);
      if (found === null) return null;
      const { value, unitName } = found;
      const read = { value, wording: formatWithUnit(value, unitName) };
      return unitName === null ? read : { ...read, unit: unitName };
    },
    same(a, b, forms) {
      const [one, other] = [toQuantity(a, forms?.[0]), toQuantity(b, forms?.[1])];
      return tolerance === undefined
        ? compareQuantities(one, other) === "same"
        : isWithin(one, other, tolerance);
    },
    key: (value, form) => quantityKey(toQuantity(value, form)),
    inUnitOf(answer, group) {
      const own = toQuantity(answer.value, answer);
      const name = group.find(({ unit }) => unit !== undefined)?.unit ?? own.unitName;
      if (name === null || name === own.unitName)
        return { value: answer.value, unit: own.unitName };
      const wanted = toQuantity(0, { unit: name }).unit;
      if (own.unit === null || wanted === null) return { value: answer.value, unit: name };
      if (own.unit.dimension !== wanted.dimension)
        return { value: answer.value, unit: own.unitName };
      return { value: convert(answer.value, own.unit, wanted), unit: name };
    },
  };
}
