import { SEVERITIES } from "../../protocol/findings.ts";
import { AbortError } from "../../errors.ts";
import type { CheckOutcome } from "../../protocol/verify.ts";
import { isInstance, readMessage } from "../../thrown.ts";
import { formatCount } from "../../format.ts";
import { runCheck } from "../rounds/check-step.ts";
import type { ResolvedVerify } from "../config/resolved-config.ts";
import { noteMissing, type DebateState } from "../state/state.ts";
import type { MergedFinding } from "./merge.ts";
import { MAX_TESTS } from "../prompts/findings-prompts.ts";

/**
 * Runs the tests that findings bring, one after another. A test shows something only if it fails and everything passes
 * without it, so the check is made without any of them first.
 */
export async function runTests(
  state: DebateState,
  findings: readonly MergedFinding[],
): Promise<MergedFinding[]> {
  const { verify } = state.config;
  const brought = findings
    .filter(({ test }) => test !== null)
    .toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity));
  if (verify === null) return findings.map((finding) => ({ ...finding, test: null }));
  if (brought.length === 0) return [...findings];
  const tested = new Map<MergedFinding, CheckOutcome>();
  // A function of the user's own knows what it says. A program has only an exit code, whatever it is that failed.
  const isProgram = verify.settings["way"] !== "check";
  if (await passesWithout(state, verify)) {
    for (const finding of brought.slice(0, MAX_TESTS)) {
      const { text = "" } = finding.test ?? {};
      const changedFile = findChangedFile(text);
      const outcome: CheckOutcome =
        changedFile === null
          ? await check(state, verify, text, finding.claim)
          : { verdict: "unknown", ran: false, says: `it changes ${changedFile}` };
      const problem =
        outcome.ran === false
          ? `its test was not run: ${outcome.says}`
          : outcome.verdict === "refuted" && isProgram && neverTested(outcome)
            ? `its test failed before it tested anything: ${outcome.says ?? "it printed nothing"}`
            : null;
      tested.set(finding, problem === null ? outcome : { verdict: "unknown" });
      if (problem !== null)
        noteMissing(state, {
          what: "check",
          about: finding.claim,
          partial: true,
          error: problem.slice(0, MAX_ERROR_CHARS),
        });
    }
    const omittedCount = brought.length - MAX_TESTS;
    if (omittedCount > 0)
      noteMissing(state, {
        what: "check",
        partial: true,
        error: `${formatCount(omittedCount, "more test was", "more tests were")} not run`,
      });
  }
  return findings.map((finding) => {
    const outcome = tested.get(finding);
    if (finding.test === null || outcome === undefined) return finding;
    const { verdict, says } = outcome;
    const fails = verdict === "refuted";
    return {
      ...finding,
      test: {
        ...finding.test,
        verdict: fails ? "fails" : verdict === "ok" ? "passes" : "unknown",
        ...(fails && says !== undefined ? { says } : {}),
        ...(fails && isProgram ? { unprotected: true as const } : {}),
      },
    };
  });
}

const MAX_ERROR_CHARS = 400;

/**
 * The first file in a patch that exists and is no test; `null` if there is none. A test adds files, or changes other
 * tests. A patch that changes the code under review can break it itself.
 */
function findChangedFile(patch: string): string | null {
  const paths = patch
    .split(/^(?=diff --git |--- )/m)
    .filter((section) => !/^(?:--- \/dev\/null|new file mode )/m.test(section))
    .flatMap((section) => [...section.matchAll(CHANGED_PATH)])
    .flatMap(([, ...found]) => found.filter((path) => path !== undefined))
    .map((path) => path.replace(/^[ab]\//, "").trim());
  return paths.find((path) => !TEST_PATH.test(path)) ?? null;
}

const CHANGED_PATH =
  /^(?:diff --git a\/(?<before>.+) b\/(?<after>.+)|(?:---|\+\+\+|(?:rename|copy) (?:from|to)) (?!\/dev\/null)(?<path>.+))$/gm;

const TEST_PATH = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;

/** True if a test certainly failed because it couldn't be loaded or compiled, or named what doesn't exist. */
function neverTested({ says = "" }: CheckOutcome): boolean {
  return says.trim() === "" || LOAD_ERROR.test(says);
}

const LOAD_ERROR =
  /\b(?:Syntax|Indentation|ModuleNotFound|Import|Load|Name|Reference|NoMethod)Error\b|\bERR_MODULE_NOT_FOUND\b|cannot find (?:module|package|symbol)|\berror (?:TS|CS)\d+|is not a function|has no attribute|command not found|no such file|\.\w+:\d+(?::\d+)?: (?:fatal )?error: |undefined reference to|\berror\[E\d+\]|could not compile|:\d+: undefined: \w|\[build failed\]|unresolved reference/i;

async function passesWithout(state: DebateState, verify: ResolvedVerify): Promise<boolean> {
  const { verdict, says = "" } = await check(state, verify, "", "no test of a finding");
  if (verdict === "refuted") {
    const error = `No test of a finding was run, because the check fails without them: ${says}`;
    noteMissing(state, { what: "check", partial: true, error: error.slice(0, 400) });
  }
  return verdict === "ok";
}

async function check(
  state: DebateState,
  verify: ResolvedVerify,
  text: string,
  about: string,
): Promise<CheckOutcome> {
  try {
    return await runCheck(state, verify, { value: text, wording: text });
  } catch (thrown) {
    if (isInstance(thrown, AbortError)) throw thrown;
    noteMissing(state, { what: "check", about, error: readMessage(thrown) });
    return { verdict: "unknown" };
  }
}
