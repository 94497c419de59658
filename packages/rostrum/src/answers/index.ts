export { autoReader } from "./auto-reader.ts";
export { clusterAnswers } from "./cluster.ts";
export { auto, choice, exact, json, math, number, text } from "./factories.ts";
export { keptApartByProse } from "./prose-fields.ts";
export { readReply } from "./read-reply.ts";
export { parseReply } from "./reply/parse-reply.ts";
export { readerFor } from "./reader-for.ts";
export { sameAnswer } from "./same-answer.ts";
export { wordOverlap } from "./words/overlap.ts";
