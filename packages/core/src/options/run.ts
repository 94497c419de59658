import type { RunOptions } from "../protocol/options.ts";
import type { Note, Review } from "../protocol/settings.ts";
import type { OptionFields } from "./field.ts";

/** The options of one run, in addition to its question. */
export const RUN: OptionFields<keyof RunOptions> = {
  id: {
    kind: "text",
    otherwise: "a random id",
    about: "The run's id. With a journal, the same id resumes the run.",
  },
  signal: {
    kind: "code",
    expected: "an AbortSignal",
    type: "AbortSignal",
    about: "Aborts the run.",
  },
  userId: { kind: "text", reach: "code", about: "Who asks. It is kept in the record." },
  teamId: {
    kind: "text",
    reach: "code",
    about: "The team that owns the run and pays for it. It is stored in the record.",
  },
  projectId: {
    kind: "text",
    reach: "code",
    about: "The project that pays for the run. It is stored in the record.",
  },
  metadata: {
    kind: "object",
    type: "Record<string, unknown>",
    about: "Anything that should be kept in the record.",
  },
  onEvent: {
    kind: "code",
    expected: "a function",
    type: "(event: DebateEvent) => void | Promise<void>",
    about:
      "Gets every event as it happens, in order. An error that it throws becomes a warning and does not end the run.",
  },
  onAttempt: {
    kind: "code",
    expected: "a function",
    type: "(attempt: ModelAttempt) => void",
    about:
      "Gets every attempt at a call of a model, with its duration and why it failed. An error that it throws becomes a warning and does not end the run.",
  },
};

/** A person's review of an escalated debate. */
export const REVIEW: OptionFields<keyof Review> = {
  verdict: {
    kind: "one_of",
    values: ["confirm", "correct", "reject"],
    required: true,
    about: "Whether the answer stands.",
  },
  answer: { kind: "text", about: "The right answer, with `correct`." },
  groups: {
    kind: "name_groups",
    about:
      "The debaters by answer, where the panel's grouping is wrong: each debater with an answer in one " +
      "group. Votes, agreement and dissent are counted again.",
  },
  reason: { kind: "text", about: "Why." },
  reviewer: { kind: "text", about: "Who reviews. With tokens, always the token's user." },
};

/** What a moderator says to every debater before the next round. */
export const NOTE: OptionFields<keyof Note> = {
  note: {
    kind: "text",
    longest: 100_000,
    required: true,
    about: "What every debater reads before the next round.",
  },
  from: {
    kind: "text",
    longest: 64,
    about: "Who says it. Debaters read it. With tokens, always the token's user.",
  },
};

/** How a run follows up a finished one, in addition to the options of any run. */
export const FOLLOW: OptionFields<"carry"> = {
  carry: {
    kind: "one_of",
    values: ["verdict", "digest", "transcript"],
    default: "digest",
    about:
      "What the panel reads of the earlier debate: its question and answer, also every debater's last position in short, or every reply.",
  },
};
