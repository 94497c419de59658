import { explainLimits, type Expression, type Operator } from "./expression.ts";
import { normaliseSigns } from "./normalise.ts";

/** The expression in a question, or the reason why the networks can't handle it. */
export type QuestionReading = { expression: Expression } | { reason: string };

type Token =
  | { kind: "number"; value: number }
  | { kind: "operator"; value: Operator }
  | { kind: "other"; text: string };

const NOT_ARITHMETIC = "it isn't plain arithmetic";

const pattern = /\d+(?:\.\d+)?|\*\*|[+\-*]|[\p{L}'’]+|[^\s\d]/gu;
const factorial = /(?<=\d)!/g;

/** Returns why the networks can't answer a question; `null` if they can. */
export function whyNotArithmetic(question: string): string | null {
  const reading = readQuestion(question);
  return "reason" in reading ? reading.reason : null;
}

/**
 * Reads a question such as "What is 12 + 15 × 21?". The text around the expression must be filler words: an expression
 * inside a story isn't the question.
 */
export function readQuestion(question: string): QuestionReading {
  const tokens = splitTokens(question);
  const first = tokens.findIndex(({ kind }) => kind === "number");
  const last = tokens.findLastIndex(({ kind }) => kind === "number");
  const surroundingTokens = [...tokens.slice(0, Math.max(first, 0)), ...tokens.slice(last + 1)];
  const unknown = [...surroundingTokens, ...tokens.slice(Math.max(first, 0), last + 1)].filter(
    (token) => token.kind === "other" && !isFiller(token.text) && !isMathematics(token.text),
  );
  if (first < 0 || unknown.length > 0) return { reason: NOT_ARITHMETIC };
  if (tokens.some((token) => token.kind === "other" && isMathematics(token.text))) {
    return { reason: "it can't do brackets, division or powers, only +, - and ×" };
  }
  if (tokens.slice(0, first).some(({ kind }) => kind === "operator")) {
    return { reason: "it doesn't support signed numbers" };
  }
  if (surroundingTokens.some(({ kind }) => kind === "operator")) return { reason: NOT_ARITHMETIC };
  return parseExpression(tokens.slice(first, last + 1));
}

function splitTokens(question: string): Token[] {
  const words =
    normaliseSigns(question).replace(factorial, " factorial ").toLowerCase().match(pattern) ?? [];
  return words.map((text): Token => {
    if (/^\d/.test(text)) return { kind: "number", value: Number(text) };
    const operator = /^[+\-*]$/.test(text) ? (text as Operator) : findOperator(text);
    return operator === undefined ? { kind: "other", text } : { kind: "operator", value: operator };
  });
}

/** Signs and words of unsupported mathematics, which get a better reason than "not arithmetic". */
const isMathematics = (text: string): boolean =>
  /^(?:\*\*|[()[\]{}/÷^%√²³]|factorial|divided|over|mod|modulo|squared|cubed|power|root|sqrt)$/u.test(
    text,
  );

/** Expects alternating numbers and operators, with nothing between them but "by" after "multiplied". */
function parseExpression(tokens: readonly Token[]): QuestionReading {
  const numbers: number[] = [];
  const operators: Operator[] = [];
  for (const token of tokens) {
    if (token.kind === "other") {
      if (token.text === "by" && operators.at(-1) === "*") continue;
      return { reason: NOT_ARITHMETIC };
    }
    if (token.kind === "number") {
      if (numbers.length !== operators.length) return { reason: NOT_ARITHMETIC };
      if (!Number.isInteger(token.value)) return { reason: `${token.value} isn't a whole number` };
      numbers.push(token.value);
    } else {
      if (numbers.length === operators.length)
        return { reason: "it doesn't support signed numbers" };
      operators.push(token.value);
    }
  }
  if (operators.length === 0) return { reason: "there is nothing to add, subtract or multiply" };
  const expression = { numbers, operators };
  const reason = explainLimits(expression);
  return reason === null ? { expression } : { reason };
}

const operators = new Map<string, Operator>([
  ["plus", "+"],
  ["minus", "-"],
  ["times", "*"],
  ["multiplied", "*"],
]);

/** Operators written as words: "3 plus 4 times 5". */
const findOperator = (word: string): Operator | undefined => operators.get(word);

/** Words and signs around an expression that don't change the question. */
const fillers = new Set(
  [
    "what what's what’s whats is are does do the a an of this that for in me us you your it",
    "compute calculate evaluate work out find solve determine simplify get give tell show how much many",
    "result value answer sum total expression calculation problem question following",
    "arithmetic math maths equal equals make makes come comes to please can could would hi hello now",
    // How people start a follow-up question.
    "about then also next so ok okay thanks but instead again",
    // Usual instructions after the sum.
    "and sure state at end response final finally step by steps think thinking through carefully",
    "explain reasoning working with only just number integer as reply respond exactly exact let's let’s",
    "? . ! , ; : = \" ' ` “ ” ‘ ’ $ \\",
  ].flatMap((line) => line.split(" ")),
);

const isFiller = (token: string): boolean => fillers.has(token);
