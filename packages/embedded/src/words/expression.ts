import { LIMITS } from "./limits.ts";

export type Operator = "+" | "-" | "*";

/** `operators[i]` stands between `numbers[i]` and `numbers[i + 1]`. */
export interface Expression {
  numbers: number[];
  operators: Operator[];
}

/** As the networks write it: `12+15*21`. */
export const formatExpression = ({ numbers, operators }: Expression): string =>
  numbers.map((number, index) => `${number}${operators[index] ?? ""}`).join("");

/** Why the networks can't work this out, or `null` when they can. */
export function explainLimits({ numbers, operators }: Expression): string | null {
  const large = numbers.find((number) => number > LIMITS.largestNumber);
  if (large !== undefined) return `${large} is larger than ${LIMITS.largestNumber}`;
  if (numbers.length > LIMITS.mostNumbers) {
    return `there are ${numbers.length} numbers in it, and ${LIMITS.mostNumbers} are the most it takes`;
  }
  const worst = findLargestStep(numbers, operators);
  if (worst > LIMITS.largestResult) {
    return `one of its steps gives ${worst.toLocaleString("en-US")}, which is beyond ${LIMITS.largestResult.toLocaleString("en-US")}`;
  }
  return null;
}

/** Size of the largest intermediate result. Used for this check alone: the networks do their own sums. */
function findLargestStep(numbers: readonly number[], operators: readonly Operator[]): number {
  let worst = 0;
  const factors: number[] = [];
  const signs: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = operators[index - 1];
    if (before === "*") {
      const product = (factors.pop() ?? 1) * number;
      factors.push(product);
      worst = Math.max(worst, product);
    } else {
      factors.push(number);
      signs.push(before === "-" ? -1 : 1);
    }
  }
  factors.reduce((sum, term, index) => {
    const next = sum + term * (signs[index] ?? 1);
    worst = Math.max(worst, Math.abs(next));
    return next;
  }, 0);
  return worst;
}
