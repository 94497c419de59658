/** Label and description of a setting, and names of its values. */
export interface SettingWords {
  label: string;
  description: string;
  /** Describes a default that isn't a single value. */
  defaultText?: string;
  /** By the value in a request. */
  values?: Readonly<Record<string, string>>;
}

/** Labels for the settings on the page. The library's own descriptions are for programmers. */
export const WORDS: Readonly<Record<string, SettingWords>> = {
  rounds: {
    label: "Revision rounds",
    description:
      "How often members may revise their answer after reading the others. With 0, they only vote.",
  },
  stop: {
    label: "Stop when",
    description: "When the debate ends before all rounds have taken place.",
    values: {
      unanimous: "all agree",
      agreement: "enough agree",
      stable: "nobody changes their answer",
      never: "all rounds are over",
    },
  },
  decide: {
    label: "Decide by",
    description: "How the last answers become one.",
    defaultText: "the judge, or a majority vote without one",
    values: {
      majority: "majority vote",
      weighted: "vote, weighted by confidence",
      central: "the most typical reply",
      posterior: "the most probable answer",
      ranked: "the members' ranking of each other",
      mean: "the mean of all scores",
      median: "the median of all scores",
      trimmed: "the mean without the highest and the lowest score",
      judged: "the judge",
    },
  },
  "budget.usd": {
    label: "Spending limit",
    description:
      "In US dollars. The debate ends before it costs more. The price of every model must be known.",
  },
  "budget.calls": {
    label: "Call limit",
    description: "The debate ends before it makes more calls.",
  },
  onEscalate: {
    label: "If they disagree",
    description: "What happens when too few agree.",
    values: { flag: "answer, and ask for a review", wait: "wait for a person to decide" },
  },
  answer: {
    label: "Kind of answer",
    description: "How replies are read and compared.",
    values: {
      auto: "detected",
      text: "any text",
      exact: "exact characters",
      number: "a number",
      choice: "one of several options",
      math: "a mathematical expression",
      draft: "a text that is drafted and criticized",
      findings: "a list of findings, as in a review",
    },
  },
  route: {
    label: "Debate",
    description: "Whether one model is asked first, and the others only if it is not sure.",
    values: { always: "always", confident: "only if one model is not sure" },
  },
  poll: {
    label: "Ask the members",
    description: "The order in which the members are asked first.",
    values: {
      everyone: "all at once",
      sequential: "one after another, until the answer is sure",
      lead: "until one answer leads",
      race: "all at once, without waiting for late replies",
    },
  },
  "stakes.wrong": { label: "Cost of a wrong answer", description: "In US dollars." },
  "stakes.person": {
    label: "Cost of a person's answer",
    description:
      "In US dollars. A person is asked if that costs less than a wrong answer is expected to.",
  },
  revise: {
    label: "Who answers again",
    description: "Which members answer again in later rounds.",
    values: { everyone: "everyone", dissenters: "those who differ from the majority" },
  },
  see: {
    label: "Each member reads",
    description: "Whose replies a member reads before it answers again.",
    values: {
      all: "everyone's replies",
      ring: "its two neighbors' replies",
      star: "one member's replies; that one reads everyone's",
      sample: "a random sample of replies",
    },
  },
  show: {
    label: "How much it reads",
    description: "How much of the others' replies a member reads.",
    values: { latest: "the latest", transcript: "all rounds", digest: "a summary of the answers" },
  },
  anonymous: {
    label: "Hide names",
    description:
      "Members and judge see each other as “Debater A”, so that names don't influence them.",
  },
  prompts: {
    label: "Instructions",
    description: "Which set of instructions the members get.",
    values: { classic: "standard", critique: "criticize the others", revision: "improve your own" },
  },
  crux: {
    label: "Name the point of disagreement",
    description:
      "Before each revision, a model names the claim that the disagreement depends on, and all answer it first.",
  },
  audit: {
    label: "Challenge a unanimous answer",
    description:
      "If all give the same answer, one more model tries to refute it. If it does, a person should review the answer.",
  },
  "verify.calc": {
    label: "Check calculations",
    description: "Calculations in an answer, such as 17 × 23 = 391, are checked.",
  },
  "verify.citations": {
    label: "Check quotes",
    description: "Every quote in an answer is searched for in the documents.",
  },
  "verify.lock": {
    label: "Stop at a checked answer",
    description: "An answer that passes the check ends the debate and wins.",
    defaultText: "yes, except for checks of sums, quotes and schemas",
  },
  "verify.veto": { label: "Drop refuted answers", description: "A refuted answer can't win." },
  "verify.select": {
    label: "Ask until one passes",
    description:
      "The members are asked one after another, the cheapest first, until an answer passes.",
  },
  report: {
    label: "Report",
    description: "What is written about the debate when it is over.",
    values: { none: "none", claims: "the claims, with quotes", memo: "the claims and a memo" },
  },
  evidence: {
    label: "Tool results are read by",
    description: "Who reads what a member's tools returned, before the next answer.",
    values: { own: "the member who used them", shared: "everyone" },
  },
  escalateBelow: {
    label: "Ask a person below",
    description: "Below this share of agreement, a person should review the answer. From 0 to 1.",
  },
  onRound: {
    label: "After each round",
    description: "Whether the debate pauses for a moderator.",
    values: { go: "go on", wait: "pause for a moderator" },
  },
  "budget.tokens": {
    label: "Token limit",
    description: "The debate ends before it uses more tokens, input and output together.",
  },
  "budget.ms": {
    label: "Time limit",
    description: "In seconds. The debate ends when the time is up.",
  },
  "budget.toolCalls": {
    label: "Tool call limit",
    description: "The debate ends before it calls tools more often.",
  },
  "budget.onExceeded": {
    label: "At a limit",
    description: "What happens when a limit on money, calls, tokens or time is reached.",
    values: { stop: "decide with the replies so far", throw: "end without a decision" },
  },
  "limits.concurrency": {
    label: "Calls at once",
    description: "How many calls of this debate may run at the same time.",
  },
  "limits.timeoutMs": {
    label: "Reply timeout",
    description: "In seconds, for each attempt.",
  },
  "limits.patience": {
    label: "Wait for late replies",
    description: "In seconds. How long to wait for replies that can't change the answer any more.",
  },
  "limits.toolTimeoutMs": {
    label: "Tool timeout",
    description: "In seconds, for each call.",
  },
  "limits.retries": {
    label: "Retries",
    description: "How often a failed call is made again.",
  },
  "limits.clarify": {
    label: "Unreadable replies",
    description: "How often a member is asked again when its reply has no readable answer.",
  },
  "limits.quorum": {
    label: "Replies needed",
    description: "How many members must reply for a round to count.",
  },
  seed: {
    label: "Random seed",
    description: "The same number repeats the same random choices.",
  },
};

/** Name of a setting's value. */
export function nameValue(path: string, value: string): string {
  const values = Object.hasOwn(WORDS, path) ? WORDS[path]?.values : undefined;
  const valueName = values && Object.hasOwn(values, value) ? values[value] : undefined;
  return valueName ?? value.replaceAll("_", " ");
}
