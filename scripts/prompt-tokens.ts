/*
 * Prints how many tokens of a default debate's prompts are rostrum's own words: three members, one revision by
 * dissenters, a comparer. Question, quoted replies and earlier replies in the chat are not counted.
 *
 *   node scripts/prompt-tokens.ts
 */
import { Debate, type ModelRequest } from "../packages/rostrum/src/index.ts";
import { estimateTokens } from "@rostrum/core/debate";

const QUESTION = "Should a team of four engineers split its monolith into services this year?";
const REPLIES = [
  "Keep the monolith this year.\n\nFour engineers can't run a fleet of services. Set module borders inside the " +
    "monolith first, measure deploy times for two quarters, and revisit the question when two teams block each other.",
  "Stay with the monolith.\n\nSplit only the one job that needs other hardware. Everything else costs more in " +
    "operations than it saves, and the team has no one on call at night, so outages would last until the morning.",
  "Split it now, beginning with billing.\n\nThe release train already blocks two people every week, and borders " +
    "that aren't enforced by a network never hold for longer than a year in a code base of this size and age.",
];
const GROUPS = {
  groups: [
    { items: [1, 2], label: "stay" },
    { items: [3], label: "split" },
  ],
  none: [],
};

const requests: ModelRequest[] = [];
const record =
  (reply: string) =>
  (request: ModelRequest): string => {
    requests.push(request);
    return reply;
  };
await new Debate({
  debaters: REPLIES.map((answer) => record(JSON.stringify({ answer }))),
  compare: record(JSON.stringify(GROUPS)),
  rounds: 1,
}).run(QUESTION);

/** Quoted blocks: the lines around a quotation are ours, the text between them isn't. */
const QUOTATION = /(\[\[\w+ begin: [^\n]*\]\]\n)[\s\S]*?(\n\[\[\w+ end: [^\n]*\]\])/g;

function countOwnTokens({ system, messages }: ModelRequest): number {
  const turns = messages.filter(({ role }) => role !== "assistant").map(({ content }) => content);
  return [system, ...turns]
    .map((text) => estimateTokens(text.replaceAll(QUOTATION, "$1$2").replaceAll(QUESTION, "")))
    .reduce((sum, tokens) => sum + tokens, 0);
}

const rows = Map.groupBy(requests, ({ role, round }) => `${role}, round ${round}`);
for (const [name, list] of rows) {
  const counts = list.map(countOwnTokens);
  console.log(`${name.padEnd(22)} ${counts.join(" + ")}`);
}
const total = requests.reduce((sum, request) => sum + countOwnTokens(request), 0);
console.log(`${"all calls".padEnd(22)} ${total} tokens (estimated)`);
