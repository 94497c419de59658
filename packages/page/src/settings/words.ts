/** How the page calls a setting, what it says about it, and how it names its values. */
export interface SettingWords {
  label: string;
  about: string;
  /** What holds if nobody says anything, where that is not one value. */
  usual?: string;
  /** By the name that a request has for it. */
  values?: Readonly<Record<string, string>>;
}

/**
 * Every setting that the page offers, in the words of people who ask. The library's own sentences are for those who
 * write code.
 */
export const WORDS: Readonly<Record<string, SettingWords>> = {
  rounds: {
    label: "Most revisions",
    about:
      "How often the debaters may answer again after reading one another. With 0, they only vote.",
  },
  stop: {
    label: "Stop when",
    about: "When the debate ends before all rounds have taken place.",
    values: {
      unanimous: "all agree",
      agreement: "enough agree",
      stable: "nobody changes their answer",
      never: "all rounds are over",
    },
  },
  decide: {
    label: "Decide by",
    about: "How the last answers become one.",
    usual: "the judge, or a majority vote without one",
    values: {
      majority: "majority vote",
      weighted: "vote, weighted by confidence",
      central: "the most typical reply",
      posterior: "the most probable answer",
      ranked: "the debaters' ranking of one another",
      mean: "the mean of all scores",
      median: "the median of all scores",
      trimmed: "the mean without the highest and the lowest score",
      judged: "the judge",
    },
  },
  "budget.usd": {
    label: "Most dollars",
    about: "The debate ends before it costs more. The price of every model must be known.",
  },
  "budget.calls": { label: "Most calls", about: "The debate ends before it makes more calls." },
  onEscalate: {
    label: "If they disagree",
    about: "What happens when too few agree.",
    values: { flag: "answer, and ask for a review", wait: "wait for a person to decide" },
  },
  answer: {
    label: "Kind of answer",
    about: "How replies are read and compared.",
    values: {
      auto: "found out by itself",
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
    about: "Whether one model is asked first, and the others only if it is not sure.",
    values: { always: "always", confident: "only if one model is not sure" },
  },
  poll: {
    label: "Ask the debaters",
    about: "In which order the first answers are asked for.",
    values: {
      everyone: "all at once",
      sequential: "one after another, until the answer is sure",
      lead: "until one answer leads",
    },
  },
  "stakes.wrong": { label: "Cost of a wrong answer", about: "In US dollars." },
  "stakes.person": {
    label: "Cost of a person's answer",
    about: "In US dollars. A person is asked where that costs less than the risk.",
  },
  revise: {
    label: "Answer again",
    about: "Who answers again in later rounds.",
    values: { everyone: "everyone", dissenters: "those who disagree with most" },
  },
  see: {
    label: "Each debater reads",
    about: "Whose replies a debater reads before it answers again.",
    values: {
      all: "everyone's replies",
      ring: "its two neighbors' replies",
      star: "one member's replies; that one reads everyone's",
      sample: "the replies of some, drawn by chance",
    },
  },
  show: {
    label: "Of each reply it reads",
    about: "How much of the others' replies a debater reads.",
    values: { latest: "the latest", transcript: "all rounds", digest: "a summary of the answers" },
  },
  anonymous: {
    label: "Hide names",
    about: "Debaters and judge know one another as “Debater A”, so that names don't sway them.",
  },
  prompts: {
    label: "Instructions",
    about: "Which set of instructions the debaters get.",
    values: { classic: "standard", critique: "criticize the others", revision: "improve your own" },
  },
  crux: {
    label: "Name the point of disagreement",
    about:
      "Before each revision, a model names the claim that the disagreement turns on, and all answer it first.",
  },
  audit: {
    label: "Doubt what all agree on",
    about:
      "If all give the same answer, one more model tries to refute it. If it does, a person should review the answer.",
  },
  "verify.calc": {
    label: "Compute again",
    about: "What an answer claims to compute, such as 17 × 23 = 391, is computed again.",
  },
  "verify.citations": {
    label: "Look up quotes",
    about: "Every quote of an answer is looked for in the documents.",
  },
  "verify.lock": {
    label: "Stop at a checked answer",
    about: "An answer that passes the check ends the debate and stands.",
    usual: "yes, but no for sums, quotes and forms",
  },
  "verify.veto": { label: "Drop refuted answers", about: "A refuted answer can't win." },
  "verify.select": {
    label: "Ask until one passes",
    about: "The debaters are asked one after another, the cheapest first, until an answer passes.",
  },
  report: {
    label: "Report",
    about: "What is written about the debate when it is over.",
    values: { none: "none", claims: "the claims, with quotes", memo: "the claims and a memo" },
  },
  evidence: {
    label: "What tools found is read by",
    about: "Who reads what a debater's tools have returned, before the next answer.",
    values: { own: "the debater who used them", shared: "everyone" },
  },
  escalateBelow: {
    label: "Ask a person below",
    about: "Below this share of agreement, a person should review the answer. From 0 to 1.",
  },
  onRound: {
    label: "After each round",
    about: "Whether the debate pauses for a moderator.",
    values: { go: "go on", wait: "pause for a moderator" },
  },
  "budget.tokens": {
    label: "Most tokens",
    about: "The debate ends before it uses more, in replies and in what is read.",
  },
  "budget.ms": {
    label: "Longest time",
    about: "In milliseconds. The debate ends when it is over.",
  },
  "budget.toolCalls": {
    label: "Most uses of tools",
    about: "The debate ends before it uses tools more often.",
  },
  "budget.onExceeded": {
    label: "At a limit",
    about: "What happens when money, calls, tokens or time run out.",
    values: { stop: "decide with the replies so far", throw: "end without a decision" },
  },
  "limits.concurrency": {
    label: "Calls at once",
    about: "How many calls of this debate may run at the same time.",
  },
  "limits.timeoutMs": {
    label: "Longest wait for a reply",
    about: "In milliseconds, for each attempt.",
  },
  "limits.patience": {
    label: "Patience with late replies",
    about:
      "In milliseconds. Late replies that can't change the answer any more are waited for so long.",
  },
  "limits.toolTimeoutMs": {
    label: "Longest wait for a tool",
    about: "In milliseconds, for each use.",
  },
  "limits.retries": {
    label: "Attempts after a failure",
    about: "How often a call that failed is made again.",
  },
  "limits.clarify": {
    label: "Ask again for unreadable replies",
    about: "How often a reply without a readable answer is asked for once more.",
  },
  "limits.quorum": {
    label: "Fewest replies",
    about: "How many debaters must reply for a round to count.",
  },
  seed: {
    label: "Seed",
    about: "A number from which everything that is drawn by chance is drawn again in the same way.",
  },
};

/** What a value of a setting is called. */
export function nameValue(path: string, value: string): string {
  const values = Object.hasOwn(WORDS, path) ? WORDS[path]?.values : undefined;
  const known = values && Object.hasOwn(values, value) ? values[value] : undefined;
  return known ?? value.replaceAll("_", " ");
}
