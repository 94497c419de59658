const formula = /\\[a-zA-Z]+|[\dA-Za-z)\]}]\s*[\^_]\s*[\dA-Za-z({]|√|π|∞|±/;
const tuple = /^[\s$]*[(\[{]\s*-?[\d.\\]+[^()\[\]]*,.*[)\]}][\s$]*$/;
const expression = /^[\s$]*[-+]?[\d.]*[a-zA-Z]?(?:\s*[-+*/=]\s*[\d.]*[a-zA-Z]?)+[\s$]*$/;

/** Dates, ranges and telephone numbers: dashes between figures are no subtraction. */
const dashed = /^\s*\d+(?:\s?[-–/.]\s?\d+)+\s*$/;

/** An answer set as a formula, a tuple, an interval or an expression. */
export const looksLikeMath = (answer: string): boolean =>
  answer.length <= 400 &&
  !dashed.test(answer) &&
  (formula.test(answer) ||
    tuple.test(answer) ||
    (/\d|[a-z]\s*[-+*/=]/.test(answer) && expression.test(answer)));
