import type { Reporter } from "vitest/node";

/**
 * Names the tests that passed only at their second try, so that they are not mistaken for reliable
 * ones.
 */
export function secondTries(): Reporter {
  const names: string[] = [];
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky)
        names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
    },
    onTestRunEnd() {
      for (const name of names) console.log(`passed only at the second try: ${name}`);
    },
  };
}
