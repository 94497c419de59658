import type { VerifyRule } from "../protocol/options.ts";
import { debateFlag, type OptionFields } from "./field.ts";

/** A check of answers without a model. Exactly one of the first six options must be set. */
export const VERIFY: OptionFields<keyof VerifyRule> = {
  check: {
    kind: "code",
    expected: "a function (answer) => ok, refuted or unknown",
    type: "Verifier<A>",
    about: "Function that checks an answer.",
  },
  command: {
    kind: "words",
    reach: "operator",
    needsTrust: "program",
    about:
      "Program that reads the answer from standard input. Exit code 0 means ok, 1 refuted, any other unknown.",
    flag: debateFlag("--verify", {
      placeholder: "command",
      help: "Program that checks an answer on standard input: exit code 0 ok, 1 refuted, any other unknown.",
    }),
  },
  tests: {
    kind: "text",
    reach: "operator",
    needsTrust: "program",
    about:
      "Command line that runs the tests of `folder` with the answer applied. Exit codes as for `command`.",
    flag: debateFlag("--tests", {
      placeholder: "command",
      help: "Command line that tests a copy of this folder with the answer applied.",
    }),
  },
  schema: {
    kind: "schema",
    about: "JSON Schema that the answer must match.",
  },
  calc: {
    kind: "boolean",
    about: "Recompute the calculations in the answer, such as `17 × 23 = 391`.",
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
    about: "Run tests in a copy of `folder`. Must be true.",
  },
  file: {
    kind: "text",
    reach: "operator",
    otherwise: "the answer is a patch, which `git apply` applies to the copy",
    about: "With `tests`: the file of the copy to replace with the answer.",
  },
  folder: {
    kind: "text",
    reach: "operator",
    needsTrust: "settings",
    otherwise: "the current folder",
    about: "Folder for `tests`.",
    flag: debateFlag("--tests-folder", {
      placeholder: "folder",
      help: "Folder for --tests.",
    }),
  },
  env: {
    kind: "names",
    reach: "operator",
    needsTrust: "settings",
    otherwise: "none",
    about: "Environment variables to pass to the program, in addition to PATH, HOME and the like.",
  },
  timeoutMs: {
    kind: "milliseconds",
    default: 60_000,
    reach: "operator",
    mayChange: true,
    about: "Maximum duration of one check by a program.",
  },
  memoryMb: {
    kind: "whole",
    min: 16,
    default: 2048,
    reach: "operator",
    mayChange: true,
    about: "Maximum memory of each process of the program, in MiB, if the system can limit it.",
  },
  network: {
    kind: "boolean",
    default: false,
    reach: "operator",
    about: "Allow network access to the program.",
  },
  lock: {
    kind: "boolean",
    otherwise: "true, but false for `schema`, `calc` and `citations`",
    about: "An answer that passes ends the debate and wins.",
  },
  veto: { kind: "boolean", default: true, about: "A refuted answer can't win." },
  select: {
    kind: "boolean",
    default: false,
    about:
      "Call one member after another, the cheapest first, until an answer passes. Implies `lock`.",
    flag: debateFlag("--select", {
      help: "With a check: call one member after another, the cheapest first, until an answer passes.",
    }),
  },
};
