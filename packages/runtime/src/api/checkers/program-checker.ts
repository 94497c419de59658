import type { CheckOutcome, Verdict, Verifier, VerifyRule } from "@rostrum/core/protocol";
import { runIsolated, type IsolatedProgram } from "../../models/sandbox/run-isolated.ts";
import { nodeModule } from "../../node-builtins.ts";
import { writeInside } from "./write-inside.ts";
import { PROGRAM_CHECK } from "../../models/node-features.ts";

const MAX_SAYS_LENGTH = 2000;

type ProgramRule = VerifyRule<unknown> &
  Required<Pick<VerifyRule, "timeoutMs" | "memoryMb" | "network">>;

/** Runs a program on an answer: exit code 0 means ok, 1 means refuted. Everything else says nothing about the answer. */
export async function checkByProgram(
  rule: ProgramRule,
  { wording, signal }: Parameters<Verifier<unknown>>[1],
): Promise<CheckOutcome> {
  const { timeoutMs, memoryMb, network, env = [] } = rule;
  const limits = { timeoutMs, memoryMb, network, env, signal };
  const mark = nodeModule("node:crypto", PROGRAM_CHECK).randomUUID();
  const outcome = await runIsolated({ ...limits, ...createIsolatedProgram(rule, wording, mark) });
  const { errors, errorLines, code, printedTooMuch, unblockedAccess } = outcome;
  const [before = "", ...after] = outcome.text.split(mark);
  const text = [before, ...after]
    .map((part) => part.trim())
    .join("\n")
    .trim();
  const says = [text, errorLines].join("\n").trim().slice(-MAX_SAYS_LENGTH);
  const verdict: Verdict | undefined = ({ 0: "ok", 1: "refuted" } as const)[code ?? -1];
  if (outcome.timedOut) throw new Error(`it did not end within ${timeoutMs} ms (verify.timeoutMs)`);
  if (printedTooMuch) throw new Error("it printed too much");
  if (verdict === undefined) {
    const exitDescription =
      code === null ? `was ended by ${outcome.signal}` : `exited with code ${code}`;
    throw new Error(`it ${exitDescription}${says === "" ? "" : `: ${errors || says}`}`);
  }
  const isUnapplied = rule.tests !== undefined && after.length === 0;
  return {
    verdict,
    // Output matters only where something failed.
    ...(verdict === "refuted" && says !== "" ? { says } : {}),
    // Two programs that fail without a word may do different things.
    ...(verdict === "ok" || text !== ""
      ? { behavior: verdict === "ok" ? "ok" : `fails ${text}` }
      : {}),
    ...(unblockedAccess.length > 0 ? { open: unblockedAccess } : {}),
    ...(isUnapplied ? { ran: false } : {}),
  };
}

/** `mark` is printed by the tests' shell when the answer is in place and the tests begin. */
function createIsolatedProgram(
  rule: ProgramRule,
  answer: string,
  mark: string,
): Pick<IsolatedProgram, "command" | "input" | "prepare" | "needs"> {
  const { command, tests = "", folder = ".", file } = rule;
  if (command !== undefined) return { command, input: answer };
  const first = /^\s*([\w./@-]+)/.exec(tests)?.[1];
  const isPatch = file === undefined && answer !== "";
  const text = answer.endsWith("\n") ? answer : `${answer}\n`;
  return {
    command: ["sh", "-c", `${READ_MARK}${isPatch ? APPLY : ""}${BEGIN}${tests}`],
    input: `${mark}\n${isPatch ? text : ""}`,
    prepare: async (copy) => {
      await copyFolder(folder, copy);
      if (file !== undefined && answer !== "") await writeInside(copy, file, text);
    },
    ...(first === undefined ? {} : { needs: [first] }),
  };
}

const READ_MARK = "read -r mark\n";
const BEGIN = 'echo "$mark"; unset mark\n';

/**
 * Applies the rest of standard input. A patch that can't be applied fails; without git, nothing is known.
 * GIT_CEILING_DIRECTORIES: git must not find a repository above the sandbox.
 */
const APPLY = `GIT_CEILING_DIRECTORIES="\${PWD%/*}" git apply --whitespace=nowarn -
case $? in
  0) ;;
  126 | 127) exit 127 ;;
  *) echo "the answer is not a patch that can be applied"; exit 1 ;;
esac
`;

async function copyFolder(folder: string, copy: string): Promise<void> {
  const { cp, realpath } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { constants } = nodeModule("node:fs", PROGRAM_CHECK);
  const mode = constants.COPYFILE_FICLONE;
  await cp(await realpath(folder), copy, { recursive: true, verbatimSymlinks: true, mode });
}
