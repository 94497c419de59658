import type { Command } from "commander";
import { wholeReader } from "../options/read-flag.ts";
import { newCommand, type Context } from "./new-command.ts";
import { EMBEDDED_PURPOSE } from "../config/choose-panel.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { CHEAPER_METHODS } from "../../export/phrases.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { chooseErrorExitCode, chooseExitCode, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { createProgressView } from "../live/view.ts";
import { sayError } from "../report/error.ts";
import { reportResult } from "../report/result.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";
import type { Output } from "../terminal/output.ts";
import { computeTrueValue, findBuiltIn } from "../demo/built-in-question.ts";
import { answerWords, clipped, counted } from "../../export/index.ts";
import type { Style } from "../terminal/style.ts";

/** `rostrum demo` */
export function command(context: Context): Command {
  const cmd = newCommand(
    "demo",
    "Watch three embedded debaters argue: no key, no network, no cost.",
    context,
  )
    .argument(
      "[question...]",
      "your own sum, such as 77*35*86+12-9*41 (default: one they disagree on)",
    )
    .option("--seed <n>", "draw other samples from the same debaters (0)", wholeReader("--seed", 0))
    .option("--plain", "lines instead of the live view");
  return cmd.action(async (words: string[]) => {
    const question = words.join(" ").trim();
    context.exit(await runDemo(question, cmd.opts<DemoFlags>(), context.output));
  });
}

interface DemoFlags {
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
async function runDemo(asked: string, flags: DemoFlags, output: Output): Promise<ExitCode> {
  const { say, style } = output;
  const panel: DebateConfig = { debaters: [`${NETWORK}*3`], seed: flags.seed ?? 0 };
  const view = createProgressView(flags, output);
  const interrupts = catchInterrupts(output.io.signals, () => view.close());
  const signal = AbortSignal.any([interrupts.signal, output.closed]);
  let question = asked;
  let debate: DebateResult;
  let alone: DebateResult;
  try {
    if (asked === "") question = await findBuiltIn(panel, signal);
    debate = await new Debate(panel).run(question, { signal, onEvent: view.event });
    view.close();
    const alike = { ...panel, ...ALONE, rounds: debate.rounds.length - 1 };
    alone = await new Debate(alike).run(question, { signal });
  } catch (error) {
    view.close();
    if (!signal.aborted) sayError(error, output);
    return chooseErrorExitCode(error);
  } finally {
    interrupts.dispose();
  }
  reportResult(debate, { flags: {}, output, kept: false, comparing: false });
  const truth = computeTrueValue(question);
  const aloneSaid = alone.rounds.at(-1)?.positions[0]?.answer ?? null;
  say("");
  say(style.bold(`${CHEAPER_METHODS}${truth === null ? "" : `; the true value is ${truth}`}`));
  for (const line of formatComparison(debate, aloneSaid, truth, style)) say(line);
  say("");
  const columns = Math.min(getTerminalColumns(output.io.stderr) ?? 96, 96);
  for (const line of wrap(CAVEAT, columns)) say(style.dim(line));
  return chooseExitCode(debate);
}

const CAVEAT =
  `The debaters are ${EMBEDDED_PURPOSE}. They really compute, make mistakes and revise, ` +
  "but they show nothing about debates among large language models. The built-in question is one they " +
  "disagree on; the documentation's page of evidence has results for many questions.\n" +
  'With your own models: rostrum init, then rostrum "question".';

/**
 * What cheaper methods answer, compared with the true value. `alone` is what the first debater answers after
 * revising its own work as often as the debate did.
 */
function formatComparison(
  debate: DebateResult,
  alone: string | null,
  truth: number | null,
  style: Style,
): string[] {
  const { single, roundZeroVote } = debate.whatIf;
  const rows: [string, string | null, number][] = [
    ["one model, asked once", single.answer, single.calls],
    ["one model, revising alone", alone, debate.rounds.length],
    ["vote of round 0", roundZeroVote.answer, roundZeroVote.calls],
    ["the debate", answerWords(debate.answer, debate.unit), debate.usage.calls],
  ];
  return rows.map(([name, said, calls]) => {
    const answer = clipped(said ?? "no answer", 24).padEnd(9);
    const right = formatVerdict(said, truth, style);
    return `  ${name.padEnd(26)}  ${answer}  ${right}  ${style.dim(counted(calls, "call"))}`;
  });
}

function formatVerdict(said: string | null, truth: number | null, style: Style): string {
  if (truth === null) return "     ";
  return said !== null && Number(said) === truth ? style.green("right") : style.red("wrong");
}
