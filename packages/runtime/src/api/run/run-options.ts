import type { RunOptions } from "@rostrum/core/protocol";
import { isSignal, isPlainObject } from "@rostrum/core/support";
import { checkField, checkKeys, describeExpected, fail, RUN } from "@rostrum/core/options";

/** The id that a caller chose for a run. */
export function readRunId(options: RunOptions): string | undefined {
  const { id } = isPlainObject(options) ? options : fail("options", "an object", options);
  return id as string | undefined;
}

/** The options of a run, checked and copied, so that whoever gave them may change theirs. */
export function readRunOptions(options: RunOptions): RunOptions {
  checkKeys(options, Object.keys(RUN), "options");
  for (const key of Object.keys(options) as (keyof RunOptions)[]) {
    checkField(RUN[key], options[key], `options.${key}`);
  }
  const { signal, metadata } = options;
  if (signal !== undefined && !isSignal(signal)) {
    fail("options.signal", describeExpected(RUN.signal), signal);
  }
  if (metadata !== undefined && !isJson(metadata))
    fail("options.metadata", "values that JSON can represent", metadata);
  for (const name of ["onEvent", "onAttempt"] as const) {
    const listener = options[name];
    if (listener === undefined || typeof listener === "function") continue;
    fail(`options.${name}`, describeExpected(RUN[name]), listener);
  }
  if (metadata === undefined) return { ...options };
  return { ...options, metadata: JSON.parse(JSON.stringify(metadata)) as typeof metadata };
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
