import type { Stakes } from "../protocol/options.ts";
import type { BudgetLimits, Limits } from "../protocol/settings.ts";
import { debateFlag, type OptionFields, limitFlag } from "./field.ts";

/** Caps on one debate, or on all debates that share a `Budget`. */
export const BUDGET: OptionFields<keyof BudgetLimits> = {
  usd: {
    kind: "number",
    min: 0,
    about: "Most US dollars to spend. The price of every model must be known.",
    flag: limitFlag("--max-cost", { placeholder: "usd", common: true }),
  },
  tokens: {
    kind: "whole",
    min: 0,
    about: "Most tokens to use, input and output together.",
    flag: limitFlag("--max-tokens"),
  },
  calls: {
    kind: "whole",
    min: 0,
    about: "Most calls to make, retries included.",
    flag: limitFlag("--max-calls"),
  },
  toolCalls: {
    kind: "whole",
    min: 0,
    about: "Most calls of tools to make. A debater that asks for more is told so and goes on.",
    flag: limitFlag("--max-tool-calls"),
  },
  ms: {
    kind: "milliseconds",
    about: "Longest time that the debate may take.",
    flag: limitFlag("--max-time", {
      common: true,
      help: "Longest time that the debate may take, such as 90s or 5m.",
    }),
  },
  onExceeded: {
    kind: "one_of",
    values: ["stop", "throw"],
    default: "stop",
    about:
      "At a cap, `stop` decides with the replies so far; `throw` raises `BudgetExceededError`.",
    flag: limitFlag("--on-exceeded"),
  },
};

/** What is at stake with one question. */
export const STAKES: OptionFields<keyof Stakes> = {
  wrong: {
    kind: "number",
    min: 0,
    required: true,
    about: "What a wrong answer costs, in US dollars.",
    flag: debateFlag("--wrong", { placeholder: "usd" }),
  },
  person: {
    kind: "number",
    min: 0,
    otherwise: "no person can be asked",
    about: "What it costs to let a person answer, in US dollars.",
    flag: debateFlag("--person", { placeholder: "usd" }),
  },
};

export const LIMITS: OptionFields<keyof Limits> = {
  concurrency: {
    kind: "whole",
    min: 1,
    otherwise: "no limit",
    about: "Calls in flight at once within one debate.",
    flag: limitFlag("--concurrency"),
  },
  timeoutMs: {
    kind: "milliseconds",
    default: 300_000,
    requestMax: 3_600_000,
    about: "Longest time that one attempt may take.",
    flag: limitFlag("--timeout", { help: "Longest time that one call may take, such as 30s." }),
  },
  patience: {
    kind: "milliseconds",
    min: 0,
    otherwise: "forever; 0 in round 0 under `poll: race`",
    about:
      "How long a round waits for those who are late once neither the stop rule's verdict nor the winning answer can change any more. Then their calls are cancelled.",
    flag: limitFlag("--patience", {
      help: "How long to wait for late replies that can't change the answer any more, such as 5s.",
    }),
  },
  toolTimeoutMs: {
    kind: "milliseconds",
    default: 30_000,
    requestMax: 3_600_000,
    about: "Longest time that one call of a tool may take.",
    flag: limitFlag("--tool-timeout", { help: "Longest time that one call of a tool may take." }),
  },
  retries: {
    kind: "whole",
    min: 0,
    default: 2,
    requestMax: 10,
    about: "Attempts after the first one.",
    flag: limitFlag("--retries"),
  },
  clarify: {
    kind: "whole",
    min: 0,
    max: 1,
    default: 1,
    about:
      "How often a reply that can't be read is asked for once more, in the same chat. Unless it is set, functions, people and embedded networks are not asked again.",
    flag: limitFlag("--clarify", {
      help: "How often a reply that can't be read is asked for once more: 0 or 1.",
    }),
  },
  quorum: {
    kind: "quorum",
    default: 2,
    type: "Quorum",
    about:
      "Fewest replies that a round needs, readable or not; with `{ members, vendors }`, of models by that many vendors.",
    flag: limitFlag("--quorum", { placeholder: "n|JSON" }),
  },
};
