import { SEVERITIES } from "../../protocol/findings.ts";
import { AbortError } from "../../errors.ts";
import type { CheckOutcome } from "../../protocol/verify.ts";
import { isInstance, readMessage } from "../../thrown.ts";
import { formatCount } from "../../format.ts";
import { runCheck } from "../check-step.ts";
import type { ResolvedVerify } from "../resolved-config.ts";
import { noteMissing, type DebateState } from "../state.ts";
import type { MergedFinding } from "./merge.ts";
import { MAX_TESTS } from "./prompt.ts";

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
  if (await passesWithout(state, verify)) {
    for (const finding of brought.slice(0, MAX_TESTS)) {
      const { text = "" } = finding.test ?? {};
      const outcome = await check(state, verify, text, finding.claim);
      tested.set(finding, outcome);
      if (outcome.ran === false) {
        noteMissing(state, {
          what: "check",
          about: finding.claim,
          partial: true,
          error: `its test was not run: ${outcome.says}`,
        });
      }
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
    const { verdict, says, ran = true } = outcome;
    const fails = verdict === "refuted" && ran;
    return {
      ...finding,
      test: {
        ...finding.test,
        verdict: fails ? "fails" : verdict === "ok" && ran ? "passes" : "unknown",
        ...(fails && says !== undefined ? { says } : {}),
      },
    };
  });
}

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
