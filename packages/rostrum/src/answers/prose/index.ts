export { compareProse, type Comparison, type OperatingPoint } from "./compare.ts";
export type { NamedOption } from "./options.ts";
export { questionOf, type Expected, type ProseQuestion } from "./question.ts";
export { readProse, type ProseAnswer } from "./read-prose.ts";
export type { Verdict } from "./rules.ts";
