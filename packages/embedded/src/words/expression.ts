import { LIMITS } from "./limits.ts";

export type Operator = "+" | "-" | "*";

/** `operators[i]` stands between `numbers[i]` and `numbers[i + 1]`. */
export interface Expression {
  numbers: number[];
  operators: Operator[];
}

/** In the networks' format: `12+15*21`. */
export const formatExpression = ({ numbers, operators }: Expression): string =>
  numbers.map((number, index) => `${number}${operators[index] ?? ""}`).join("");

/** Returns why the networks can't compute this, or `null` if they can. */
export function explainLimits({ numbers, operators }: Expression): string | null {
  const large = numbers.find((number) => number > LIMITS.largestNumber);
  if (large !== undefined) return `${large} is larger than ${LIMITS.largestNumber}`;
  if (numbers.length > LIMITS.mostNumbers) {
    return `there are ${numbers.length} numbers in it, and the limit is ${LIMITS.mostNumbers}`;
  }
  const largestStep = findLargestStep(numbers, operators);
  if (largestStep > LIMITS.largestResult) {
    return `one of its steps gives ${largestStep.toLocaleString("en-US")}, which is beyond ${LIMITS.largestResult.toLocaleString("en-US")}`;
  }
  return null;
}

/** Largest absolute intermediate result. Only for this check: the networks do their own arithmetic. */
function findLargestStep(numbers: readonly number[], operators: readonly Operator[]): number {
  let largest = 0;
  const factors: number[] = [];
  const signs: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = operators[index - 1];
    if (before === "*") {
      const product = (factors.pop() ?? 1) * number;
      factors.push(product);
      largest = Math.max(largest, product);
    } else {
      factors.push(number);
      signs.push(before === "-" ? -1 : 1);
    }
  }
  factors.reduce((sum, term, index) => {
    const next = sum + term * (signs[index] ?? 1);
    largest = Math.max(largest, Math.abs(next));
    return next;
  }, 0);
  return largest;
}
