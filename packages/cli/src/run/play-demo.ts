import { setTimeout as sleep } from "node:timers/promises";
import type { DebateResult, StoredEvent } from "@rostrum/core/protocol";
import { listReviewedDocuments, locateFindings } from "@rostrum/core/export";
import {
  fold,
  loadRecorded,
  RECORDED,
  RECORDED_PANEL,
  type RecordedName,
  playRecorded,
} from "@rostrum/core/record";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { createProgressView } from "../live/view.ts";
import { printFindings } from "../report/findings.ts";
import { reportResult } from "../report/result.ts";
import type { Output } from "../terminal/output.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";

interface PlayFlags {
  speed?: number;
  plain?: boolean;
}

/** Total duration of all recordings, unless a speed is given. */
const TOTAL_MS = 16_000;

/** Replays recorded debates of a live panel, faster than they were. */
export async function playDemo(
  names: readonly RecordedName[],
  { speed, plain }: PlayFlags,
  output: Output,
): Promise<ExitCode> {
  const { say } = output;
  const sayDim = (words: string): void => sayWrapped(words, output);
  sayDim(RECORDED_PANEL);
  using interrupts = catchInterrupts(output.io.signals, () => undefined);
  const signal = AbortSignal.any([interrupts.signal, output.closed]);
  for (const name of names) {
    const events = await loadRecorded(name);
    const recordedMs = events.at(-1)?.at ?? 0;
    const times = speed ?? chooseSpeed(recordedMs, names.length);
    say("");
    sayDim(`Recorded: ${RECORDED[name].about}. Shown ${Math.round(times * 10) / 10} times faster.`);
    await playOne(events, times, plain, output, signal);
    if (signal.aborted) return EXIT.error;
  }
  const otherNames = Object.keys(RECORDED).filter((each) => !names.some((name) => name === each));
  say("");
  sayDim(
    `Others: ${otherNames.map((each) => `rostrum demo --recorded ${each}`).join(", ")}. With your own models: rostrum init, then rostrum "question".`,
  );
  return EXIT.answered;
}

/** Speed-up at which `count` recordings take 16 seconds together. */
export function chooseSpeed(recordedMs: number, count: number): number {
  return Math.max(1, (recordedMs * count) / TOTAL_MS);
}

async function playOne(
  events: readonly StoredEvent[],
  speed: number,
  plain: boolean | undefined,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const view = createProgressView(plain ? { plain } : {}, output);
  // Follows the clock, so that time spent on drawing doesn't add up.
  let due = performance.now();
  const wait = async (ms: number): Promise<boolean> => {
    due += ms;
    const leftMs = due - performance.now();
    return leftMs <= 0 ? !signal.aborted : sleep(leftMs, true, { signal }).catch(() => false);
  };
  for await (const event of playRecorded(events, { speed, wait })) view.event(event);
  view.close();
  if (signal.aborted) return;
  const record = fold([...events]);
  const { result } = record;
  if (result.findings !== undefined) {
    const documents = listReviewedDocuments(record.started?.context);
    // Each problem in one wording is enough for a first look.
    const located = locateFindings(result.findings, documents).map(({ also: _, ...each }) => each);
    printFindings({ result, record, located, isComplete: true }, { isDemo: true }, output);
    return;
  }
  reportResult(result as DebateResult, {
    flags: { memo: result.memo !== undefined },
    output,
    isStored: false,
    showsCheaperMethods: false,
  });
}

function sayWrapped(words: string, { say, style, io }: Output): void {
  const columns = Math.min(getTerminalColumns(io.stderr) ?? 96, 96);
  for (const line of wrap(words, columns)) say(style.dim(line));
}
