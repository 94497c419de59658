import { setTimeout as sleep } from "node:timers/promises";
import type { DebateResult } from "@rostrum/core/protocol";
import {
  fold,
  type DebateRecord,
  loadRecorded,
  RECORDED,
  RECORDED_PANEL,
  type RecordedName,
  playRecorded,
} from "@rostrum/core/record";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { createProgressView } from "../live/view.ts";
import { reportResult } from "../report/result.ts";
import type { Output } from "../terminal/output.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";

interface PlayFlags {
  speed?: number;
  plain?: boolean;
}

/** Shows a debate that a live panel held, at the speed at which it was held. */
export async function playDemo(
  name: RecordedName,
  { speed = 1, plain }: PlayFlags,
  output: Output,
): Promise<ExitCode> {
  const { say, style } = output;
  const events = await loadRecorded(name);
  const columns = Math.min(getTerminalColumns(output.io.stderr) ?? 96, 96);
  const tell = (words: string): void => {
    for (const line of wrap(words, columns)) say(style.dim(line));
  };
  tell(`A recording: ${RECORDED[name].about}. ${RECORDED_PANEL}`);
  const view = createProgressView(plain ? { plain } : {}, output);
  using interrupts = catchInterrupts(output.io.signals, () => view.close());
  const signal = AbortSignal.any([interrupts.signal, output.closed]);
  const wait = (ms: number): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
  for await (const event of playRecorded(events, { speed, wait })) view.event(event);
  view.close();
  if (signal.aborted) return EXIT.error;
  const { result }: DebateRecord = fold(events);
  const flags = { memo: result.memo !== undefined, full: result.findings !== undefined };
  reportResult(result as DebateResult, { flags, output, kept: false, comparing: false });
  const others = Object.keys(RECORDED).filter((each) => each !== name);
  say("");
  tell(
    `Others: ${others.map((each) => `rostrum demo --recorded ${each}`).join(", ")}. With your own models: rostrum init, then rostrum "question".`,
  );
  return EXIT.answered;
}
