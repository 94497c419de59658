import { EMBEDDED_PURPOSE } from "../embedded-purpose.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { CHEAPER_METHODS } from "../../export/phrases.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { exitCodeForError, exitCodeOf, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../interrupts.ts";
import { NO_VIEW } from "../live/view.ts";
import { sayError } from "../report/error.ts";
import { runDebate } from "../run/run-debate.ts";
import { reportResult } from "../run/report-result.ts";
import { progressView } from "../run/views.ts";
import { terminalColumns } from "../terminal/columns.ts";
import type { Output } from "../terminal/output.ts";
import { wrap } from "../terminal/wrap.ts";
import { comparisonLines } from "./comparison.ts";
import { runBuiltIn } from "./run-built-in.ts";
import { trueValue } from "./true-value.ts";

export interface DemoFlags {
  seed?: number;
  plain?: boolean;
}

const NETWORK = "embedded/m";

/** As many revisions as the debate had rounds, without seeing the peer, which is there because a panel has two. */
const ALONE: Partial<DebateConfig> = {
  debaters: [NETWORK, () => "Answer: 0"],
  see: () => [],
  stop: "never",
};

/** A whole debate among the embedded debaters, and what cheaper methods would have answered. */
export async function runDemo(asked: string, flags: DemoFlags, output: Output): Promise<ExitCode> {
  const { say, style } = output;
  const seed = flags.seed ?? 0;
  const panel: DebateConfig = { debaters: [`${NETWORK}*3`], seed };
  let view = NO_VIEW;
  const interrupts = catchInterrupts(output.io.signals, () => view.close());
  const signal = AbortSignal.any([interrupts.signal, output.closed]);
  let question = asked;
  let debate: DebateResult;
  let alone: DebateResult;
  try {
    view = progressView({ ...(flags.plain ? { plain: true } : {}) }, output);
    const listen = (event: DebateEvent): void => view.event(event);
    const run = (about: string, told: typeof listen): Promise<DebateResult> =>
      runDebate(new Debate(panel), {
        question: about,
        run: { signal },
        listen: told,
        askReview: () => Promise.reject(new Error("a demo never waits for a review")),
      });
    if (asked === "") ({ question, debate } = await runBuiltIn(run, listen, seed));
    else debate = await run(asked, listen);
    view.close();
    const alike = { ...panel, ...ALONE, rounds: debate.rounds.length - 1 };
    alone = await new Debate(alike).run(question, { signal });
  } catch (error) {
    view.close();
    if (!signal.aborted) sayError(error, output);
    return exitCodeForError(error);
  } finally {
    interrupts.dispose();
  }
  reportResult(debate, { flags: {}, output, kept: false, comparing: false });
  const truth = trueValue(question);
  const aloneSaid = alone.rounds.at(-1)?.positions[0]?.answer ?? null;
  say("");
  say(style.bold(`${CHEAPER_METHODS}${truth === null ? "" : `; the true value is ${truth}`}`));
  for (const line of comparisonLines({ debate, alone: aloneSaid, truth }, style)) say(line);
  say("");
  const columns = Math.min(terminalColumns(output.io.stderr) ?? 96, 96);
  for (const line of wrap(CAVEAT, columns)) say(style.dim(line));
  return exitCodeOf(debate);
}

const CAVEAT =
  `The debaters are ${EMBEDDED_PURPOSE}. They really compute, make mistakes and revise, ` +
  "but they show nothing about debates among large language models. The built-in question is one they " +
  "disagree on; the documentation's page of evidence has results for many questions.\n" +
  'With your own models: rostrum init, then rostrum "question".';
