import { runIsolated, type IsolatedOutcome } from "../../models/sandbox/run-isolated.ts";
import type { CheckOutcome, VerifyRule } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import type { LanguageName } from "./harness/language-names.ts";
import { findNode } from "./harness/javascript-node.ts";
import { LANGUAGES } from "./harness/languages.ts";

const NEEDED_BY = "tests of a program";
const MAX_SAYS_CHARS = 2000;

interface TestedProgram {
  program: string;
  tests: string;
  limits: Required<Pick<VerifyRule, "timeoutMs" | "memoryMb" | "network">>;
  signal: AbortSignal;
}

/**
 * Runs the tests of a program. They pass only if the harness says so with a token after the last test: neither an exit
 * code nor anything that the program prints counts. Rejects if the tests can't be run.
 *
 * The tests have a process of their own, which talks to that of the program, so that the program can't get at them.
 * Tests that need the program in their process get it, and the outcome is marked as unprotected.
 */
export async function checkByTests(
  name: LanguageName,
  tested: TestedProgram,
): Promise<CheckOutcome> {
  const language = LANGUAGES[name];
  // Windows has neither named pipes in folders nor a shell to connect two processes.
  const commands = process.platform === "win32" ? undefined : language.twoProcesses;
  if (commands === undefined) {
    const report = await runHarness({ command: language.oneProcess }, tested);
    return toOutcome(report, "they run in the process of the program");
  }
  const report = await runHarness({ command: commands.tests, partner: commands.program }, tested);
  if (report.reportedResult === "shared") {
    const together = await runHarness({ command: language.oneProcess }, tested);
    const reason = `they run in the process of the program, because ${report.detail}`;
    return toOutcome(together, [reason, together.detail].filter(Boolean).join("; "));
  }
  const { isolation } = report.programOutcome;
  const reason = isolation.processes ? "" : "the program can see their process";
  return toOutcome(report, [reason, report.detail].filter(Boolean).join("; "));
}

interface HarnessReport {
  /** `null`: the harness didn't come to its end. */
  reportedResult: string | null;
  detail: string;
  /** Combined output of the program and its tests. */
  text: string;
  /** Explains why the harness didn't come to its end; empty if it did. */
  failureReason: string;
  programOutcome: IsolatedOutcome;
}

interface Commands {
  command: readonly string[];
  partner?: readonly string[];
}

async function runHarness(
  commands: Commands,
  { program, tests, limits, signal }: TestedProgram,
): Promise<HarnessReport> {
  const { randomUUID } = nodeModule("node:crypto", NEEDED_BY);
  const [start, token] = [randomUUID(), randomUUID()];
  // A NUL separates the texts.
  const texts = [program, tests].map((text) => `${text.replaceAll("\0", "")}\n`);
  const sizes = texts.map((text) => new TextEncoder().encode(text).length);
  const input = `${[start, ...sizes].join(" ")}\n${texts.map((text) => `${text}\0`).join("")}${token}\n`;
  const ended = await runIsolated({ ...withNode(commands), ...limits, env: [], input, signal });
  const lines = ended.text.split("\n");
  const isReport = (line: string): boolean => [start, token].some((mark) => line.startsWith(mark));
  const [, reportedResult = null, ...detail] =
    lines.find((line) => line.startsWith(token))?.split(" ") ?? [];
  if (reportedResult === null && !lines.some((line) => line.startsWith(start))) {
    throw new Error(
      `the tests could not be started: ${ended.errors || describeEnd(ended, limits)}`,
    );
  }
  if (reportedResult === "unusable")
    throw new Error(`the tests say nothing about the program: ${detail.join(" ")}`);
  const text = lines.filter((line) => !isReport(line)).join("\n");
  const reason = reportedResult === null ? describeMissingToken(ended, limits) : "";
  return {
    reportedResult,
    detail: detail.join(" ").trim(),
    text: text.trim(),
    failureReason: reason,
    programOutcome: ended,
  };
}

function withNode({ command, partner }: Commands): Commands {
  const replace = ([name = "", ...args]: readonly string[]): string[] => [
    name === "node" ? findNode() : name,
    ...args,
  ];
  return { command: replace(command), ...(partner ? { partner: replace(partner) } : {}) };
}

/** A program that hangs or floods its tests has not passed them. */
function describeMissingToken(ended: IsolatedOutcome, limits: TestedProgram["limits"]): string {
  if (ended.timedOut || ended.printedTooMuch) return describeEnd(ended, limits);
  return "the program ended before its tests did";
}

function describeEnd(
  { code, signal, timedOut, printedTooMuch }: IsolatedOutcome,
  { timeoutMs }: TestedProgram["limits"],
): string {
  if (timedOut) return `they did not end within ${timeoutMs} ms`;
  if (printedTooMuch) return "too much was printed";
  return code === null ? `they were ended by ${signal}` : `they exited with code ${code}`;
}

/** `unprotected`: how the program could have got at its tests. Empty: it could not. */
function toOutcome(
  { reportedResult, text, failureReason, programOutcome }: HarnessReport,
  unprotected: string,
): CheckOutcome {
  const { errorLines, unblockedAccess } = programOutcome;
  const says = [text, errorLines, failureReason].join("\n").trim().slice(-MAX_SAYS_CHARS);
  const common = {
    ...(unblockedAccess.length > 0 ? { open: unblockedAccess } : {}),
    ...(unprotected === "" ? {} : { unprotected }),
  };
  if (reportedResult === "passed") return { verdict: "ok", behavior: "ok", ...common };
  return {
    verdict: "refuted",
    ...(says === "" ? {} : { says }),
    // Two programs that fail without a word may do different things.
    ...(text === "" || failureReason !== "" ? {} : { behavior: `fails ${text}` }),
    ...common,
  };
}
