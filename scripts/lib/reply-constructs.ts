/** The mark of the call that these replies answer. */
import { MARK } from "./mutated-replies.ts";

/**
 * Everything that a reader looks for, to be repeated: tests count the steps that reading takes, and
 * bench/long-replies.ts measures how long a server is busy.
 */
export const CONSTRUCTS: readonly string[] = [
  // Single characters.
  ..."{}[]\"'\\$^_*`#()=,.;:-+/%|&~<>!? \n\t\r1aA”“«’漢é\u0301\u00a0😀",
  // Mathematics.
  ...["\\boxed{", "\\boxed{1}", "\\boxed{1}\n", "\\frac{", "\\text{", "\\text{a ", "\\sqrt"],
  ...["\\[", "\\(", "$$", "$a ", "$1$ ", "^{", "\\begin{", "x = ", "12 choose ", "= ", "+ "],
  // Fences and code.
  ...["```", "```\n", "```json\n", "````\n", "```\nx\n```\n", "~~~\n", "`a`", "`a\n", "``a"],
  // Labels.
  ...["Answer:", "Answer:\n", "Answer: ```\n", "Answer: 1\n", "Answer: 1\n\n", "**Answer: 1\n"],
  ...["the final answer is ", "the answer is 1. ", "answer", "answer: answer: ", "Verdict: x\n"],
  ...["Verdict: x\n\n", "Reasoning: x\n", "Reason for change: x\n", "x Reason for change: y\n"],
  ...["Confidence: ", "Confidence: 1 ", "Confidence: 1\n", "x Confidence: 1\n", "Confidence ("],
  ...["<answer>", "</answer>", "<answer ", "<answer>x</answer>", "<answer>x</answer>\n"],
  // Thoughts and tokens.
  ...["<think>", "</think>", "<think></think>", "<think>\n</think>\n", "[THINK]", "</s>"],
  ...["<|channel|>analysis<|message|>", "<|end|>"],
  // Marks of the call, and of others.
  ...["[[answer ", "[[end ", `[[answer ${MARK}]]\n`, `[[end ${MARK}]]\n`, `[[answer ${MARK}]] `],
  ...[`[[answer ${MARK}]]x[[end ${MARK}]]\n`, `> [[answer ${MARK}]]\n`, "[[answer q7d2]]\n", MARK],
  ...[`\`\`\`\n[[answer ${MARK}]]\nx\n[[end ${MARK}]]\n\`\`\`\n`, `\`\`\`\n[[answer ${MARK}]]\n`],
  // JSON.
  ...["{\n", '{"\n', "{}\n", '{"a":', '{"a":1}\n', '{"a":{"a":', '[{"a":', "[[", '{"answer":'],
  ...['{"answer": "', '{"answer": "x"}\n', '{"answer": ["x"]}\n', '"answer": ', "{a: ", '\\"'],
  ...['{"\\', "\\u", '{"findings": [', '{"groups": [{"items": [1]}]}\n', 'x: " y'],
  // Lists, quotations, tables, headings, links.
  ...["- ", "- a\n", "- a\n\n  b\n", "1. a\n", "1. a\n\n", "> ", "> a\n", ">\n", "  a\n", "# "],
  ...["# a\n", "| a ", "| a | b |\n", "|---|---|\n", "[1] ", "[a](b) ", "![a](b)", "a[^1] "],
  ...["<b>", "<!-- ", "&amp;", "http://a ", "✅ ", "\\* "],
  // Quotation marks and emphasis.
  ...['"a" ', "'a", "“a” ", "„a“", "a’s ", "*a* ", "**x", "**x** ", "* _", "__a", "_a_ ", "~~a~~ "],
  // Prose, options, figures, units.
  ...["word ", "a\n", "a.\n", "a. ", "a \n", "A) ", "(A)", "(a", "()", "((", ".)", "red ", "Red  "],
  ...["It is ", "So, ", "not ", "n't ", "I'm sorry ", "Edit: ", "Edit: it is wrong.\n"],
  ...[
    "Wait, ",
    "wait",
    "Answer: 1\n\nWait, it's 2. ",
    "\n\nWait, it's ",
    "\n\nHmm, no, ",
    "The above ",
  ],
  ...["I change my answer from ", "\n\nOn reflection, ", "\n\nRevised: "],
  ...["1 ", "1,234", "1.111", "1 111", "1/", "1 hour ", "(1+1)", "one hundred ", "three quarters "],
  ...["minus ", "five (5) ", "\n\n", "\n \n", " \n", "\r\n", "AGENT_1 ", "Winner: AGENT_1\n"],
];

/** Starts of replies that make the rest be read as an answer of each kind, or as what follows a remark in its line. */
export const OPENINGS: readonly string[] = [
  "",
  "Answer: ",
  '{"answer": "',
  `[[answer ${MARK}]]\n`,
  "It is 1, Confidence: 0.5 ",
];

/** Repeats one construct up to about `length` characters. */
export function repeatConstruct(opening: string, construct: string, length: number): string {
  const times = Math.ceil(length / construct.length);
  return `${opening}${construct.repeat(times)}\n[[end ${MARK}]]`;
}
