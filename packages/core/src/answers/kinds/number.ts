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
  const questionWords = new QuestionWords(question);
  const toUnit = (name: string): Unit => {
    const { noun, isAskedFor } = questionWords.readCounted(name) ?? {
      noun: name,
      isAskedFor: false,
    };
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
      const quantity =
        answer === null || from === "whole" ? null : parseQuantity(answer, questionWords);
      if (quantity === null) return null;
      const { value, unitName } = quantity;
      const readAnswer = { value, wording: formatWithUnit(value, unitName) };
      return unitName === null ? readAnswer : { ...readAnswer, unit: unitName };
    },
    same(a, b, forms) {
      const [one, other] = [toQuantity(a, forms?.[0]), toQuantity(b, forms?.[1])];
      return tolerance === undefined
        ? compareQuantities(one, other) === "same"
        : isWithin(one, other, tolerance);
    },
    key: (value, form) => quantityKey(toQuantity(value, form)),
    inUnitOf(answer, group) {
      const ownQuantity = toQuantity(answer.value, answer);
      const name = group.find(({ unit }) => unit !== undefined)?.unit ?? ownQuantity.unitName;
      if (name === null || name === ownQuantity.unitName)
        return { value: answer.value, unit: ownQuantity.unitName };
      const targetUnit = toQuantity(0, { unit: name }).unit;
      if (ownQuantity.unit === null || targetUnit === null)
        return { value: answer.value, unit: name };
      if (ownQuantity.unit.dimension !== targetUnit.dimension)
        return { value: answer.value, unit: ownQuantity.unitName };
      return { value: convert(answer.value, ownQuantity.unit, targetUnit), unit: name };
    },
  };
}
