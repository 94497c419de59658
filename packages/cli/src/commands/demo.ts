import { Option, type Command } from "commander";
import { numberOption, wholeOption } from "../options/read-flag.ts";
import { newCommand, type Context } from "./new-command.ts";
import { EMBEDDED_PURPOSE } from "../config/choose-panel.ts";
import type { DebateConfig, DebateResult } from "@rostrum/core/protocol";
import { Debate } from "@rostrum/runtime/api";
import { CHEAPER_METHODS, formatAnswer, formatCount } from "@rostrum/core/export";
import { chooseErrorExitCode, chooseExitCode, type ExitCode } from "../exit-code.ts";
import { catchInterrupts } from "../io.ts";
import { createProgressView } from "../live/view.ts";
import { addMemberNames } from "../members/name-members.ts";
import { sayError } from "../report/error.ts";
import { reportResult } from "../report/result.ts";
import { getTerminalColumns, wrap } from "../terminal/width.ts";
import type { Output } from "../terminal/output.ts";
import { clipLine } from "@rostrum/core/support";
import { RECORDED, type RecordedName } from "@rostrum/core/record";
import { UserError } from "../user-error.ts";
import type { Style } from "../terminal/style.ts";

export function command(context: Context): Command {
  return newCommand("demo", context)
    .description("Watch a panel of three embedded networks argue: no key, no network, no cost.")
    .argument(
      "[question...]",
      "your own sum, such as 77*35*86+12-9*41 (default: one they disagree on)",
    )
    .addOption(
      wholeOption("--seed <n>", "draw other samples from the same networks (default: 0)", 0),
    )
    .addOption(
      new Option(
        "--recorded [name]",
        "play a recorded debate of three instances of a large model instead (default: a review, then a decision)",
      )
        .choices([...Object.keys(RECORDED), REVIEW_AND_DECISION])
        .preset(REVIEW_AND_DECISION),
    )
    .addOption(
      numberOption(
        "--speed <n>",
        "with --recorded: how many times faster to play it (default: all of it in 16 seconds)",
        0.1,
      ),
    )
    .option("--plain", "print lines instead of the live view")
    .action(async (words: string[], flags: DemoFlags) => {
      if (flags.recorded !== undefined) {
        if (words.length > 0)
          throw new UserError("--recorded: expected no question, because the debate has one");
        const { playDemo } = await import("../run/play-demo.ts");
        const names =
          flags.recorded === REVIEW_AND_DECISION
            ? (["review", "decision"] as const)
            : [flags.recorded];
        context.exit(await playDemo(names, flags, context.output));
        return;
      }
      context.exit(await runDemo(words.join(" ").trim(), flags, context.output));
    });
}

/** Value of `--recorded` when no name follows. */
const REVIEW_AND_DECISION = "both";

interface DemoFlags {
  seed?: number;
  recorded?: RecordedName | typeof REVIEW_AND_DECISION;
  speed?: number;
  plain?: boolean;
}

const MODEL_ID = "embedded/m";

/**
 * One debater that revises as often as the debate did and sees no peer. The second member is a stub, because a panel
 * needs two.
 */
const REVISING_ALONE: Partial<DebateConfig> = {
  debaters: [MODEL_ID, () => "Answer: 0"],
  see: () => [],
  stop: "never",
};

/** Runs a debate among the embedded debaters, and compares its answer with those of cheaper methods. */
async function runDemo(askedQuestion: string, flags: DemoFlags, output: Output): Promise<ExitCode> {
  const { say, style } = output;
  const panel = addMemberNames({
    debaters: [`${MODEL_ID}*3`],
    seed: flags.seed ?? 0,
  }) as unknown as DebateConfig;
  const view = createProgressView(flags, output);
  using interrupts = catchInterrupts(output.io.signals, () => view.close());
  const signal = AbortSignal.any([interrupts.signal, output.closed]);
  let question = askedQuestion;
  let debate: DebateResult;
  let alone: DebateResult;
  try {
    if (askedQuestion === "") question = await findBuiltIn(panel, signal);
    debate = await new Debate(panel).run(question, { signal, onEvent: view.event });
    view.close();
    const aloneConfig = { ...panel, ...REVISING_ALONE, rounds: debate.rounds.length - 1 };
    alone = await new Debate(aloneConfig).run(question, { signal });
  } catch (error) {
    view.close();
    if (!signal.aborted) sayError(error, output);
    return chooseErrorExitCode(error);
  }
  reportResult(debate, { flags: {}, output, isStored: false, showsCheaperMethods: false });
  const truth = computeTrueValue(question);
  const aloneAnswer = alone.rounds.at(-1)?.positions[0]?.answer ?? null;
  say("");
  say(style.bold(`${CHEAPER_METHODS}${truth === null ? "" : ` The true value is ${truth}.`}`));
  for (const line of formatComparison(debate, aloneAnswer, truth, style)) say(line);
  say("");
  const columns = Math.min(getTerminalColumns(output.io.stderr) ?? 96, 96);
  for (const line of wrap(CAVEAT, columns)) say(style.dim(line));
  return chooseExitCode(debate);
}

const CAVEAT =
  `The members are ${EMBEDDED_PURPOSE}. They really compute, make mistakes and revise, ` +
  "but they show nothing about debates among large language models. The built-in question is one they " +
  "disagree on; the documentation's page of evidence has results for many questions.\n" +
  'With your own models: rostrum init, then rostrum "question".';

/**
 * Compares the answers of cheaper methods with the true value. `alone` is the first debater's answer after as many
 * revisions as the debate had, without peers.
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
    ["vote on the first answers", roundZeroVote.answer, roundZeroVote.calls],
    ["the debate", formatAnswer(debate.answer, debate.unit), debate.usage.calls],
  ];
  return rows.map(([name, methodAnswer, calls]) => {
    const answer = clipLine(methodAnswer ?? "no answer", 24).padEnd(9);
    const isRight = methodAnswer !== null && Number(methodAnswer) === truth;
    const right = truth === null ? "     " : isRight ? style.green("right") : style.red("wrong");
    return `  ${name.padEnd(26)}  ${answer}  ${right}  ${style.dim(formatCount(calls, "call"))}`;
  });
}

/** Triple products, which are hard enough for the embedded debaters to err on. */
const CANDIDATES = [
  "59*75*89+30-2*83",
  "97*74*78+0-2*59",
  "41*23*88+35-2*51",
  "59*45*98+24-2*51",
  "42*58*92+59-2*83",
  "81*90*74+95-2*67",
  "98*52*84+29-2*19",
  "66*68*67+95-2*67",
].map((sum) => `What is ${sum}?`);

/** Seed with which the debaters disagree on the first candidate, so that no search is needed. */
const DISAGREEING_SEED = 0;

/** Finds a question on which the debaters of a panel disagree, so that there is something to argue about. */
async function findBuiltIn(panel: DebateConfig, signal: AbortSignal): Promise<string> {
  const [first = ""] = CANDIDATES;
  if (panel.seed === DISAGREEING_SEED) return first;
  for (const question of CANDIDATES) {
    const { agreement } = await new Debate({ ...panel, rounds: 0 }).run(question, { signal });
    if (agreement !== 1) return question;
  }
  return first;
}

/** Computes a sum such as `What is 12 + 15 × 21?`. Null when the question contains none. */
export function computeTrueValue(question: string): number | null {
  const signs = question
    .replaceAll(/(?<=\d),(?=\d{3})/g, "")
    .replaceAll(/[×·]/g, "*")
    .replaceAll("−", "-");
  const sum = /\d+(?:\s*[-+*]\s*\d+)+/.exec(signs)?.[0];
  if (sum === undefined) return null;
  const terms = sum.replaceAll(/\s/g, "").match(/[-+]?\d+(?:\*\d+)*/g) ?? [];
  return terms.reduce((total, term) => {
    const factors = term.split("*").map(Number);
    return total + factors.reduce((product, factor) => product * factor, 1);
  }, 0);
}
