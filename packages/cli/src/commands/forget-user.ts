import type { Command } from "commander";
import type { RunStore } from "@rostrum/runtime/journal";
import { toOneLine } from "@rostrum/core/support";
import { hasUserData } from "@rostrum/server/user-data";
import { getService, withJournal } from "../run/journal.ts";
import { UserError } from "../user-error.ts";
import { type Context, newCommand } from "./new-command.ts";
import { SERVER_JOURNAL_FLAG } from "../options/journal-flag.ts";

export function command(context: Context): Command {
  return newCommand("forget-user", context)
    .description("Delete a user's debates, and the user's name from the audit log and the totals.")
    .argument("<user>", "name of the user, as the server knows it")
    .option(...SERVER_JOURNAL_FLAG)
    .action((user: string, { journal }: { journal?: string }) =>
      withJournal(journal, (store) => forgetUser(user, store, context)),
    );
}

async function forgetUser(user: string, journal: RunStore, { output }: Context): Promise<void> {
  const service = getService(journal);
  if (!(await hasUserData(user, journal, service)))
    throw new UserError(
      `there is no data of a user "${toOneLine(user)}": expected the name of a user in "rostrum audit" or GET /usage?by=user`,
    );
  const { runs: userRuns } = await journal.list({ user, limit: 1000 });
  const busy = userRuns.filter(({ status }) => status === "running" || status === "waiting");
  if (busy.length > 0) {
    throw new UserError(
      `debates of this user that are running or waiting: ${busy.length}. Cancel them first, or call DELETE /users/… on the server, which cancels them`,
    );
  }
  let removed = 0;
  for (;;) {
    const { runs } = await journal.list({ user, limit: 1000 });
    if (runs.length === 0) break;
    for (const { id } of runs) if (await journal.remove(id)) removed += 1;
  }
  const name = await service.forgetUser(user);
  const act = { at: Date.now(), user: null, act: "delete_user", debate: null, code: name };
  const origin = { outcome: "done" as const, status: 200, address: null, requestId: null };
  await service.addActs([{ ...act, ...origin }]);
  output.say(
    `debates deleted: ${removed}; the audit log and the totals now say "${toOneLine(name)}"`,
  );
}
