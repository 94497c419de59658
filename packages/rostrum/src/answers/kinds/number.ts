import type { AnswerForm, AnswerReader } from "../../protocol/answer.ts";
import { withUnit } from "../../protocol/with-unit.ts";
import { wordsOf } from "../compare/settle-answers.ts";
import {
  compareQuantities,
  convert,
  isWithin,
  quantityKey,
} from "../quantity/compare-quantities.ts";
import { parseQuantity, type Quantity } from "../quantity/parse-quantity.ts";
import { countedUnit, readUnit } from "../quantity/units.ts";

/** The quantity that was read, from its value and the unit's name. */
function quantityFrom(value: number, form?: AnswerForm): Quantity {
  const unitName = form?.unit ?? null;
  const unit =
    unitName === null ? null : (readUnit(unitName) ?? countedUnit(unitName.toLowerCase()));
  return { value, unit, unitName };
}

/** A number, with its unit where the reply names one. */
export function numberReader(
  tolerance: number | undefined,
  question: string,
): AnswerReader<number> {
  const asked = wordsOf(question);
  return {
    basis: "number",
    read({ answer, from }) {
      const found = answer === null || from === "whole" ? null : parseQuantity(answer, asked);
      if (found === null) return null;
      const { value, unitName } = found;
      const read = { value, wording: withUnit(value, unitName) };
      return unitName === null ? read : { ...read, unit: unitName };
    },
    same(a, b, forms) {
      const [one, other] = [quantityFrom(a, forms?.[0]), quantityFrom(b, forms?.[1])];
      return tolerance === undefined
        ? compareQuantities(one, other) === "same"
        : isWithin(one, other, tolerance);
    },
    key: (value, form) => quantityKey(quantityFrom(value, form)),
    inUnitOf(answer, group) {
      const own = quantityFrom(answer.value, answer);
      const name = group.find(({ unit }) => unit !== undefined)?.unit ?? own.unitName;
      if (name === null || name === own.unitName)
        return { value: answer.value, unit: own.unitName };
      const wanted = quantityFrom(0, { unit: name }).unit;
      if (own.unit === null || wanted === null) return { value: answer.value, unit: name };
      if (own.unit.dimension !== wanted.dimension)
        return { value: answer.value, unit: own.unitName };
      return { value: convert(answer.value, own.unit, wanted), unit: name };
    },
  };
}
