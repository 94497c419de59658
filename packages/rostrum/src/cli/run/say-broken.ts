import { AbortError, RostrumError } from "../../errors.ts";
import { counted, visibleJson } from "../../export/index.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { EXIT, exitCodeForError, type ExitCode } from "../exit-code.ts";
import { sayError } from "../report/error.ts";
import { costLine } from "../report/lines.ts";
import type { Reporting } from "./say-result.ts";

interface Broken extends Reporting {
  id: string;
  /** What was known when it broke. */
  partial: PartialResult;
}

/** Says why there is no answer, what is kept all the same, and how to go on. */
export function sayBroken(error: unknown, { flags, output, id, kept, partial }: Broken): ExitCode {
  const { say, print, style } = output;
  const stopped = error instanceof AbortError;
  if (stopped) say(style.bold("stopped"));
  else sayError(error, output);
  sayKept(partial, kept, id, say);
  if (flags.json) print(`${visibleJson({ error: errorFields(error), partial }, 2)}\n`);
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
  say(`${completed} of ${counted(planned, "call")} brought a reply: ${costLine(partial)}`);
  if (!kept) return;
  say(`They are kept. Go on, without paying for them again: rostrum ask --resume ${id}`);
}

function errorFields(error: unknown): { name: string; code: string; message: string } {
  if (error instanceof RostrumError)
    return { name: error.name, code: error.code, message: error.message };
  const { name, message } =
    error instanceof Error ? error : { name: "Error", message: String(error) };
  return { name, code: "failed", message };
}
