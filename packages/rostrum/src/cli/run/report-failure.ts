import { AbortError } from "../../errors.ts";
import { counted } from "../../export/index.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { EXIT, exitCodeForError, type ExitCode } from "../exit-code.ts";
import { errorJson, sayError } from "../report/error.ts";
import { costLine } from "../report/lines.ts";
import type { Reporting } from "./report-result.ts";

interface Broken extends Reporting {
  id: string;
  /** The partial result at the time of the failure. */
  partial: PartialResult;
}

/** Says why there is no answer, what is kept, and how to continue. */
export function reportFailure(error: unknown, broken: Broken): ExitCode {
  const { flags, output, id, kept, partial, words } = broken;
  const { say, print, style } = output;
  const stopped = error instanceof AbortError;
  if (stopped) say(style.bold("stopped"));
  else sayError(error, output, words);
  sayKept(partial, kept, id, say);
  if (flags.json) print(errorJson(error, partial));
  return stopped ? EXIT.error : exitCodeForError(error);
}

function sayKept(
  partial: PartialResult,
  kept: boolean,
  id: string,
  say: (line: string) => void,
): void {
  const { completed, planned } = partial.integrity;
  if (planned === 0) return;
  const replies = completed === 0 ? "None" : String(completed);
  say(`${replies} of ${counted(planned, "call")} got a reply: ${costLine(partial)}`);
  if (!kept) return;
  const limit = limitReached(partial);
  const resume = `rostrum ask --resume ${id}`;
  if (limit !== null)
    say(`To continue with a larger limit: ${resume} --max-output-tokens ${2 * limit}`);
  else if (completed === 0) say(`To try again: ${resume}`);
  else if (isUnreadable(partial))
    say(`The replies are kept: rostrum show ${id}. A new run asks again.`);
  else say(`The replies are kept. To continue without paying for them again: ${resume}`);
}

/** All debaters replied but no reply could be read, so it is useless to continue with these replies. */
function isUnreadable({ rounds }: PartialResult): boolean {
  const last = rounds.at(-1)?.positions ?? [];
  return last.every(({ status }) => status === "unread" || status === "not_asked");
}

/** The largest output limit at which replies were cut off, if nothing else went wrong. */
function limitReached({ rounds }: PartialResult): number | null {
  const last = rounds.at(-1)?.positions ?? [];
  const limits = last.flatMap(({ truncated, maxOutputTokens }) =>
    truncated && maxOutputTokens !== undefined ? [maxOutputTokens] : [],
  );
  return limits.length === 0 ? null : Math.max(...limits);
}
