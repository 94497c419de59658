import type { AnswerForm, AnswerReader } from "../../protocol/answer.ts";
import { withUnit } from "../../protocol/with-unit.ts";
import { inUnitNamed, measureIn, measureKey, sameMeasure } from "./measure.ts";
import type { Measure } from "./measure.ts";

const measure = (value: number, form?: AnswerForm): Measure => ({
  value,
  unit: form?.unit ?? null,
});

/** A number, with its unit where the reply names one. */
export function numberReader(tolerance?: number): AnswerReader<number> {
  return {
    basis: "number",
    read({ answer }) {
      const found = answer === null ? null : measureIn(answer);
      if (found === null) return null;
      const { value, unit } = found;
      const read = { value, wording: withUnit(value, unit) };
      return unit === null ? read : { ...read, unit };
    },
    same: (a, b, forms) => sameMeasure(measure(a, forms?.[0]), measure(b, forms?.[1]), tolerance),
    key: (value, form) => measureKey(measure(value, form)),
    inUnitOf(answer, group) {
      const unit = group.find((other) => other.unit !== undefined)?.unit ?? answer.unit ?? null;
      return inUnitNamed(measure(answer.value, answer), unit);
    },
  };
}
