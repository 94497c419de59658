import type { Reporter } from "vitest/node";

/**
 * Names the tests that passed, but not at their first try, with what went wrong, so that they are not mistaken for
 * reliable ones.
 */
export function moreTries(): Reporter {
  const lines: string[] = [];
  return {
    onTestCaseResult(test) {
      const { flaky = false, retryCount = 0 } = test.diagnostic() ?? {};
      const name = `${test.module.relativeModuleId} > ${test.fullName}`;
      if (!flaky) return;
      lines.push(`passed only at try ${retryCount + 1}: ${name}`);
      for (const { message } of test.result().errors ?? []) lines.push(message);
    },
    onTestRunEnd() {
      for (const line of lines) console.log(line);
    },
  };
}
