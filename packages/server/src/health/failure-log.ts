import { formatCount, formatModelName } from "@rostrum/core/export";
import type { ModelAttempt } from "@rostrum/core/protocol";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import type { LogFields } from "../log.ts";
import { readReason } from "./model-health.ts";

/** Failures of one model with one status, since the last line about them. */
interface FailureKind {
  count: number;
  reason: string | null;
  timer: NodeJS.Timeout;
}

const PERIOD_MS = 60_000;

/**
 * Logs failed calls: the first of a kind at once, and then one line per minute with their number, however many
 * there are.
 */
export function createFailureLog(
  log: (line: string, fields: LogFields) => void,
): (attempt: Pick<ModelAttempt, "model" | "provider" | "failure">) => void {
  const kinds = new Map<string, FailureKind>();

  return (attempt) => {
    const { model: id, failure } = attempt;
    if (failure === null) return;
    const { code } = failure;
    const model = formatModelName(id);
    // Operators need the address that can't be reached, and only they read the log.
    const reason = readReason(attempt, removeKeys);
    const key = `${code} ${model}`;
    const kind = kinds.get(key);
    if (kind) {
      kind.count += 1;
      kind.reason = reason;
      return;
    }
    const write = (calls: string, why: string | null): void =>
      log(`${model}: ${calls} (${describeCode(code)})${why === null ? "" : `: ${why}`}`, {
        level: "warn",
        code,
        model,
      });
    function logRepeats(): void {
      const open = kinds.get(key);
      if (!open || open.count === 0) return void kinds.delete(key);
      write(`${formatCount(open.count, "more call")} failed within a minute`, open.reason);
      open.count = 0;
      open.timer = setTimeout(logRepeats, PERIOD_MS).unref();
    }
    kinds.set(key, { count: 0, reason, timer: setTimeout(logRepeats, PERIOD_MS).unref() });
    write("a call failed", reason);
  };
}

/** "status 401", "no answer in time", "no connection". */
export function describeCode(code: string): string {
  if (code === "timeout") return "no answer in time";
  if (code === "unreachable") return "no connection";
  return code === "error" ? "no usable answer" : `status ${code}`;
}
