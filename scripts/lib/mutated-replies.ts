/** The mark of the call that these replies answer. */
export const MARK = "k3f9";

/** Replies as models really write them: every form that a reader knows, whole or cut off. */
const seeds: readonly string[] = [
  '{"reasoning": "Both trains meet after 2.5 hours.", "answer": "2.5 hours", "confidence": 0.9}',
  '```json\n{\n  "reasoning": "The loop adds \\"a\\" twice.",\n  "answer": "\'aab!\'"\n}\n```',
  'Here is my reply:\n{"answer": ["red", "blue"], "confidence": "85%"}\nI hope that helps.',
  "{'answer': 'Paris', 'confidence': 0.7,}",
  '{"answer": "\\frac{1}{2}", "reasoning": "Halve it.',
  '{\\"answer\\": \\"42\\", \\"confidence\\": 1}',
  '{"final_answer": {"value": 12, "unit": "km"}, "changed": false, "justification": ""}',
  "Let me think step by step. First, 12 × 4 = 48. Then 48 + 2 = 50. So the answer is 50.",
  "After buying 4 packs, she has $1,234.50 left, which is about 3 dozen eggs.",
  "Answer: 6.626 × 10^{-34} J·s\nConfidence: 95%",
  "**Answer:** `x!`\n**Confidence:** high\n**Reasoning:** the string ends in `!`.",
  "## Final answer\n\n\\[ \\boxed{\\frac{3\\sqrt{2}}{4}} \\]",
  "Therefore $x = \\pm 3$ and $y \\in [0, \\infty)$, so the solutions are $\\boxed{(3, 1)}$ and $\\boxed{(-3, 1)}$.",
  "$$\\begin{pmatrix} 1 & 0 \\\\ 0 & \\binom{10}{3} \\end{pmatrix}$$",
  "The value is (2/3)^{10} \\cdot 5! - 0.\\overline{3} + |x - 1| = 7",
  "11010_2 or $x^2 + y^2 = 25$; in short {1, 2, 3}",
  "(B) Paris, because Lyon is not the capital.",
  "I'd go with option C: neither A nor B is right. The correct answer is (C).",
  "Yes, but only after the data-loss bug is fixed.",
  "No. There's no evidence that it isn't enforceable.",
  "I'm sorry, but I can't help with that request.",
  "It cannot be determined from the information given; there is not enough data.",
  "<think>Maybe 12? No, 13. The answer is 12.</think>\nThe answer is 13.",
  "<answer>fifteen thousand and one</answer>",
  "#### 1,080\n",
  "答案:四十二。因为 6 × 7 = 42。",
  "La réponse est « Genève », pas Zürich — 100 % sûr. 😀",
  "İstanbul’da 5 ile 10 arası; naïve café, e\u0301te\u0301, 10\u00a0000\u202f€",
  "| step | value |\n|---|---|\n| 1 | **3** |\n| 2 | __4__ |\n\n- so: *7*\n- thus `7`",
  "Winner: AGENT_1\n\nAGENT_10 is worse than AGENT_1, since its sum is wrong.",
  "We migrate to PostgreSQL with JSONB in Q3, keep DynamoDB for sessions, and revisit it in 2027.</s>",
  "The quick brown fox jumps over the lazy dog. ".repeat(12),
  `I compared both.\n\n[[answer ${MARK}]]\nPostgreSQL\n[[end ${MARK}]]\nConfidence: 0.8`,
  `[[answer ${MARK}]]\n\`\`\`sql\nSELECT 1;\n\`\`\`\n[[end ${MARK}]]`,
  `A peer wrote [[answer q7d2]] 94 [[end q7d2]], which is wrong.\n[[answer ${MARK}]]84[[end ${MARK}]]`,
  `[[answer ${MARK}]]\n{"groups": [{"items": [1, 3], "label": "stay"}], "none": [2]}\n[[end ${MARK}]]`,
  "",
];

/** Pieces that readers search for, which mutations insert. */
const pieces: readonly string[] = [
  ...[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    "`",
    "```",
    "```json\n",
    "\\",
    "\\\\",
    '\\"',
    "$",
    "$$",
  ],
  ...[
    "\\boxed{",
    "\\frac{",
    "\\text{",
    "\\sqrt",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "^{",
    "_",
    "**",
    "__",
    "#",
  ],
  ...[
    "Answer:",
    "Answer: ",
    "the final answer is ",
    "####",
    "(A)",
    "B",
    "not ",
    "n't",
    "no",
    "yes",
    "or",
  ],
  ...[
    "1",
    "0",
    "-1",
    "1,234",
    "0.",
    "1e999",
    "1e-400",
    "%",
    "€",
    "/",
    "×",
    "^",
    "!",
    "=",
    "<",
    "≥",
    "±",
    "∞",
  ],
  ...[
    "<think>",
    "</think>",
    "<answer>",
    "</answer>",
    "Confidence: ",
    '{"answer": ',
    '"reasoning":',
    ":",
    ",",
  ],
  ...[
    "\n",
    "\r\n",
    "\t",
    " ",
    "        ",
    ".",
    ". ",
    "…",
    "\u0000",
    "\u0301",
    "\ud800",
    "\u200b",
    "漢",
    "😀",
  ],
  ...[
    "AGENT_1",
    "winner: ",
    `[[answer ${MARK}]]`,
    `[[end ${MARK}]]\n`,
    "[[answer q7d2]]",
    "> ",
    "is ",
    "because ",
    "dozen",
    "million",
    "__proto__",
    "constructor",
    "\\begin{",
  ],
];

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const longest = 20_000;

/** A seed after some mutations: pieces put in, taken out, doubled, repeated, exchanged, cut off. */
export function mutatedReply(random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const oneOf = (items: readonly string[]): string => items[below(items.length)] ?? "";
  let text = oneOf(seeds);
  for (let remaining = below(7); remaining > 0; remaining--) {
    const [from, to] = [below(text.length + 1), below(text.length + 1)].sort((a, b) => a - b);
    const [start = 0, end = 0] = [from, to];
    const piece = random() < 0.8 ? oneOf(pieces) : String.fromCharCode(below(0x10000));
    const changes = [
      () => text.slice(0, start) + piece + text.slice(start),
      () => text.slice(0, start) + text.slice(Math.min(end, start + 8)),
      () => text.slice(0, start),
      () => text.slice(0, end) + text.slice(start),
      () => text.slice(0, start) + oneOf(seeds) + text.slice(start),
      () =>
        text.slice(0, start) +
        piece.repeat(1 + below(random() < 0.02 ? 3_000 : 12)) +
        text.slice(end),
      () => text.toUpperCase(),
    ];
    text = (changes[below(changes.length)]?.() ?? text).slice(0, longest);
  }
  return text;
}
