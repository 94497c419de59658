import type { VerifyRule } from "../protocol/options.ts";
import { debateFlag, type OptionFields } from "./field.ts";

/** A check of answers that uses no model. Exactly one of the first six says what is checked. */
export const VERIFY: OptionFields<keyof VerifyRule> = {
  check: {
    kind: "code",
    expected: "a function (answer) => ok, refuted or unknown",
    type: "Verifier<A>",
    about: "A function that checks an answer.",
  },
  command: {
    kind: "words",
    reach: "operator",
    needsTrust: "program",
    about:
      "A program that gets the answer on standard input. Exit code 0 means ok, 1 means refuted, and anything else means unknown.",
    flag: debateFlag("--verify", {
      placeholder: "command",
      help: "A program that checks an answer on standard input: exit code 0 ok, 1 refuted, else unknown.",
    }),
  },
  tests: {
    kind: "text",
    reach: "operator",
    needsTrust: "program",
    about:
      "A command line that runs the tests of `folder` with the answer in it. Exit codes mean what they mean for `command`.",
    flag: debateFlag("--tests", {
      placeholder: "command",
      help: "A command line that tests this folder with the answer in it, in a copy.",
    }),
  },
  schema: {
    kind: "schema",
    about: "A JSON Schema that the answer must fit.",
  },
  calc: {
    kind: "boolean",
    about: "Compute again what the answer claims to compute, such as `17 × 23 = 391`.",
    flag: debateFlag("--verify-calc"),
  },
  citations: {
    kind: "boolean",
    about: "Look up every `quote` field of the answer in the documents of the debate.",
    flag: debateFlag("--verify-citations"),
  },
  worktree: {
    kind: "boolean",
    default: true,
    reach: "operator",
    about: "Tests run in a copy of `folder`, never in the folder itself, so this must be true.",
  },
  file: {
    kind: "text",
    reach: "operator",
    otherwise: "the answer is a patch, which `git apply` applies to the copy",
    about: "With `tests`: the file of the copy that the answer becomes.",
  },
  folder: {
    kind: "text",
    reach: "operator",
    needsTrust: "settings",
    otherwise: "the current folder",
    about: "The folder that `tests` are about.",
    flag: debateFlag("--tests-folder", {
      placeholder: "folder",
      help: "The folder that --tests is about (the current one).",
    }),
  },
  env: {
    kind: "names",
    reach: "operator",
    needsTrust: "settings",
    otherwise: "none",
    about:
      "Environment variables that the program may see in addition to those that any program needs.",
  },
  timeoutMs: {
    kind: "milliseconds",
    default: 60_000,
    reach: "operator",
    mayChange: true,
    about: "Longest time that one check by a program may take.",
  },
  memoryMb: {
    kind: "whole",
    min: 16,
    default: 2048,
    reach: "operator",
    mayChange: true,
    about: "Most memory, in MiB, of each process of the program, where the system can limit it.",
  },
  network: {
    kind: "boolean",
    default: false,
    reach: "operator",
    about: "The program may use the network.",
  },
  lock: {
    kind: "boolean",
    otherwise: "true, but false for `schema`, `calc` and `citations`",
    about: "An answer found ok ends the debate and stands.",
  },
  veto: { kind: "boolean", default: true, about: "A refuted answer can't win." },
  select: {
    kind: "boolean",
    default: false,
    about:
      "Ask one member after another, the cheapest first, until an answer is found ok. It sets `lock`.",
    flag: debateFlag("--select", {
      help: "With a check: ask one member after another, the cheapest first, until an answer passes.",
    }),
  },
};
