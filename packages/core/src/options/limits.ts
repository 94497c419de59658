import type { Stakes } from "../protocol/options.ts";
import type { BudgetLimits, Limits } from "../protocol/settings.ts";
import { debateFlag, type OptionFields, limitFlag } from "./field.ts";

/** Caps on one debate, or on all debates that share a `Budget`. */
export const BUDGET: OptionFields<keyof BudgetLimits> = {
  usd: {
    kind: "number",
    min: 0,
    about: "Maximum spend in US dollars. The price of every model must be known.",
    flag: limitFlag("--max-cost", { placeholder: "usd", common: true }),
  },
  tokens: {
    kind: "whole",
    min: 0,
    about: "Maximum number of tokens, input plus output.",
    flag: limitFlag("--max-tokens"),
  },
  calls: {
    kind: "whole",
    min: 0,
    about: "Maximum number of calls, including retries.",
    flag: limitFlag("--max-calls"),
  },
  toolCalls: {
    kind: "whole",
    min: 0,
    about: "Maximum number of tool calls. A debater that requests more is told so and continues.",
    flag: limitFlag("--max-tool-calls"),
  },
  ms: {
    kind: "milliseconds",
    about: "Maximum duration of the debate.",
    flag: limitFlag("--max-time", {
      common: true,
      help: "Maximum duration of the debate, such as 90s or 5m.",
    }),
  },
  onExceeded: {
    kind: "one_of",
    values: ["stop", "throw"],
    default: "stop",
    about:
      "When a cap is reached, `stop` decides with the replies so far; `throw` throws a `BudgetExceededError`.",
    flag: limitFlag("--on-exceeded"),
  },
};

/** Costs of one question's outcome. */
export const STAKES: OptionFields<keyof Stakes> = {
  wrong: {
    kind: "number",
    min: 0,
    required: true,
    about: "Cost of a wrong answer, in US dollars.",
    flag: debateFlag("--wrong", { placeholder: "usd" }),
  },
  person: {
    kind: "number",
    min: 0,
    otherwise: "no person can be asked",
    about: "Cost of a person's answer, in US dollars.",
    flag: debateFlag("--person", { placeholder: "usd" }),
  },
};

export const LIMITS: OptionFields<keyof Limits> = {
  concurrency: {
    kind: "whole",
    min: 1,
    otherwise: "no limit",
    about: "Maximum number of concurrent calls within one debate.",
    flag: limitFlag("--concurrency"),
  },
  timeoutMs: {
    kind: "milliseconds",
    default: 300_000,
    requestMax: 3_600_000,
    about: "Maximum duration of one attempt.",
    flag: limitFlag("--timeout", { help: "Maximum duration of one attempt, such as 30s." }),
  },
  patience: {
    kind: "milliseconds",
    min: 0,
    otherwise: "forever; 0 in the first round under `poll: race`",
    about:
      "How long a round waits, in milliseconds, for the remaining replies once they can't change the stop rule's verdict or the winning answer. Then these calls are cancelled.",
    flag: limitFlag("--patience", {
      help: "How long to wait for replies that can't change the answer any more, such as 5s.",
    }),
  },
  toolTimeoutMs: {
    kind: "milliseconds",
    default: 30_000,
    requestMax: 3_600_000,
    about: "Maximum duration of one tool call.",
    flag: limitFlag("--tool-timeout", { help: "Maximum duration of one tool call." }),
  },
  retries: {
    kind: "whole",
    min: 0,
    default: 2,
    requestMax: 10,
    about: "Maximum number of attempts after the first one.",
    flag: limitFlag("--retries"),
  },
  clarify: {
    kind: "whole",
    min: 0,
    max: 1,
    default: 1,
    about:
      "How often an unreadable reply is requested again, in the same chat. By default, functions, people and embedded networks are not called again.",
    flag: limitFlag("--clarify", {
      help: "How often an unreadable reply is requested again: 0 or 1.",
    }),
  },
  quorum: {
    kind: "quorum",
    default: 2,
    type: "Quorum",
    about:
      "Minimum number of replies per round, readable or not. With `{ members, vendors }`, also the minimum number of vendors among their models.",
    flag: limitFlag("--quorum", { placeholder: "n|JSON" }),
  },
};
