import type { RunOptions } from "../protocol/options.ts";
import type { Note, Review } from "../protocol/settings.ts";
import type { OptionFields } from "./field.ts";

/** Options of one run, in addition to its question. */
export const RUN: OptionFields<keyof RunOptions> = {
  id: {
    kind: "text",
    otherwise: "a random id",
    about: "Id of the run. With a journal, the same id resumes the run.",
  },
  signal: {
    kind: "code",
    expected: "an AbortSignal",
    type: "AbortSignal",
    about: "Aborts the run.",
  },
  userId: { kind: "text", reach: "code", about: "User who asks. Stored in the record." },
  teamId: {
    kind: "text",
    reach: "code",
    about: "Team that owns the run and pays for it. Stored in the record.",
  },
  projectId: {
    kind: "text",
    reach: "code",
    about: "Project that pays for the run. Stored in the record.",
  },
  metadata: {
    kind: "object",
    type: "Record<string, unknown>",
    about: "Custom data to store in the record.",
  },
  onEvent: {
    kind: "code",
    expected: "a function",
    type: "(event: DebateEvent) => void | Promise<void>",
    about:
      "Called with every event as it happens, in order, and not awaited: where an event must be handled before the next, use `stream`. An error in it becomes a warning and doesn't end the run.",
  },
  onAttempt: {
    kind: "code",
    expected: "a function",
    type: "(attempt: ModelAttempt) => void",
    about:
      "Called with every attempt at a model call, with its duration and failure. An error in it becomes a warning and doesn't end the run.",
  },
};

/** A person's review of an escalated debate. */
export const REVIEW: OptionFields<keyof Review> = {
  verdict: {
    kind: "one_of",
    values: ["confirm", "correct", "reject"],
    required: true,
    about: "Confirms, corrects or rejects the answer.",
  },
  answer: { kind: "text", about: "The right answer, with `correct`." },
  groups: {
    kind: "name_groups",
    about:
      "Debaters grouped by answer, if the panel's grouping is wrong: each debater with an answer in one " +
      "group. Votes, agreement and dissent are counted again.",
  },
  reason: { kind: "text", about: "Reason of the verdict." },
  reviewer: { kind: "text", about: "Reviewer. With tokens, always the token's user." },
};

/** A moderator's note to every debater. */
export const NOTE: OptionFields<keyof Note> = {
  note: {
    kind: "text",
    maxLength: 100_000,
    required: true,
    about: "Text for every debater before the next round.",
  },
  from: {
    kind: "text",
    maxLength: 64,
    about: "Author, visible to debaters. With tokens, always the token's user.",
  },
};

/** Options of a follow-up, in addition to the options of any run. */
export const FOLLOW: OptionFields<"carry"> = {
  carry: {
    kind: "one_of",
    values: ["verdict", "digest", "transcript"],
    default: "digest",
    about:
      "Part of the earlier debate that the panel sees: `verdict` its question and answer, `digest` also a summary of every debater's last position, `transcript` every reply.",
  },
};
