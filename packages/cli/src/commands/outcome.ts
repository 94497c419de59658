import type { Command } from "commander";
import { recordOutcome } from "@rostrum/runtime/api";
import { ConfigError, JournalError, toOneLine } from "@rostrum/core/support";
import { fold } from "@rostrum/core/record";
import type { Outcome } from "@rostrum/core/protocol";
import { findRunId, withJournal } from "../run/journal.ts";
import { refuseReviews } from "../run/refuse-reviews.ts";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags {
  right?: boolean;
  wrong?: boolean;
  answer?: string;
  source?: string;
  journal?: string;
}

export function command(context: Context): Command {
  return newCommand("outcome", context)
    .description("Record how a past debate's answer turned out, so that panels can learn from it.")
    .argument("<id>", "id of the debate, or the start of it")
    .option("--right", "the panel's answer turned out right")
    .option("--wrong", "it turned out wrong, and the right one is not known")
    .option("--answer <answer>", "this turned out to be the right answer")
    .option("--source <text>", "where the outcome is known from")
    .option(...JOURNAL_FLAG)
    .action((id: string, flags: Flags) => storeOutcome(id, flags, context));
}

async function storeOutcome(idPrefix: string, flags: Flags, { output }: Context): Promise<void> {
  const outcome = readOutcome(flags);
  await withJournal(flags.journal, async (journal) => {
    const id = await findRunId(journal, idPrefix);
    refuseReviews(fold((await journal.eventsFrom(id, 0)) ?? []));
    try {
      await recordOutcome(journal, id, outcome, { patienceMs: 2000 });
    } catch (error) {
      const isUserMistake = error instanceof ConfigError || error instanceof JournalError;
      throw isUserMistake ? new UserError(error.message) : error;
    }
    const description =
      outcome.answer === undefined
        ? `the answer was ${outcome.right ? "right" : "wrong"}`
        : `the right answer is ${toOneLine(outcome.answer)}`;
    output.say(`stored: ${description}. rostrum calibrate --from-runs learns from it`);
  });
}

function readOutcome({ right, wrong, answer, source }: Flags): Outcome {
  const from = source === undefined ? {} : { source };
  const outcomes: Outcome[] = [
    ...(right ? [{ right: true, ...from }] : []),
    ...(wrong ? [{ right: false, ...from }] : []),
    ...(answer === undefined ? [] : [{ answer, ...from }]),
  ];
  const [outcome] = outcomes;
  if (outcome === undefined || outcomes.length > 1) {
    throw new UserError(
      `expected one of --right, --wrong and --answer, got ${outcomes.length === 0 ? "none" : "several"}`,
    );
  }
  return outcome;
}
