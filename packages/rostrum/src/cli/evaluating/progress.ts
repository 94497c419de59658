import type { EvalProgress } from "../../eval/index.ts";
import { counted, duration, money } from "../../export/index.ts";
import type { Output } from "../terminal/output.ts";

export interface ProgressLine {
  show(progress: EvalProgress): void;
  /** Clears the line for what comes next. */
  end(): void;
}

/** How often a log that can't be redrawn gets another line. */
const LOG_EVERY_MS = 10_000;
const CLEAR = "\r\u001b[2K";

/** Remaining time and money: one line that is redrawn in a terminal, or a new line now and then elsewhere. */
export function createProgressLine(
  { say, style, io }: Output,
  maxCost: number | undefined,
): ProgressLine {
  const { stderr } = io;
  const drawn = stderr.isTTY === true && process.env["TERM"] !== "dumb";
  let logged = 0;
  return {
    show(progress) {
      const line = formatProgress(progress, maxCost);
      if (drawn) {
        stderr.write(`${CLEAR}${style.dim(line.slice(0, (stderr.columns || 80) - 1))}`);
      } else if (progress.elapsedMs - logged >= LOG_EVERY_MS) {
        logged = progress.elapsedMs;
        say(line);
      }
    },
    end: () => void (drawn && stderr.write(CLEAR)),
  };
}

function formatProgress(
  { answered, done, total, calls, usd, leftMs }: EvalProgress,
  maxCost?: number,
): string {
  const spent = `${counted(calls, "call")}, ${money(usd)}`;
  const left =
    maxCost === undefined || usd === null
      ? ""
      : ` of ${money(maxCost)}, ${money(Math.max(0, maxCost - usd))} left`;
  // No question is done before all of them have been asked once.
  const questions =
    done === 0 ? `${answered}/${total} questions asked` : `${done}/${total} questions`;
  return `${questions} · ${duration(leftMs)} left · ${spent}${left}`;
}
