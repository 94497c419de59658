import type { Command } from "commander";
import { limitBody } from "@rostrum/runtime/models";
import { DEFAULT_PORT } from "@rostrum/server";
import { readMessage, toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags {
  url: string;
  token?: string;
}

export function command(context: Context): Command {
  return newCommand("reload", context)
    .description(
      "Make a running server reload its config and tokens. Changes of an invalid file are held back.",
    )
    .option("--url <address>", "address of the server", `http://127.0.0.1:${DEFAULT_PORT}`)
    .option(
      "--token <token>",
      "token of an admin; prefer the variable ROSTRUM_TOKEN, which process lists do not show",
    )
    .action((flags: Flags) => reload(flags, context));
}

const MAX_ANSWER_BYTES = 100_000;

async function reload(flags: Flags, { output }: Context): Promise<void> {
  const { url, token = process.env["ROSTRUM_TOKEN"] } = flags;
  const response = await fetch(`${url.replace(/\/+$/, "")}/admin/reload`, {
    method: "POST",
    headers: token ? { authorization: `Bearer ${token}` } : {},
  }).catch((error: unknown) => {
    throw new UserError(`there is no server at ${url}: ${readMessage(error)}`, [
      "name its address with --url",
    ]);
  });
  const answer = (await limitBody(response, MAX_ANSWER_BYTES)
    .json()
    .catch(() => ({}))) as {
    changed?: string[];
    warnings?: string[];
    error?: { message?: string } | null;
  };
  if (!response.ok) {
    if (response.status === 401)
      throw new UserError(
        token
          ? `the server at ${url} doesn't accept this token: set ROSTRUM_TOKEN to an admin's token`
          : "set ROSTRUM_TOKEN to an admin's token",
      );
    const reason = answer.error?.message ?? `the server answered with ${response.status}`;
    throw new UserError(toOneLine(reason));
  }
  output.say(`reloaded: ${describeChanges(answer.changed)}`);
  for (const warning of answer.warnings ?? []) output.say(toOneLine(warning));
}

/** An answer that can't be read doesn't say what changed. */
function describeChanges(changed: readonly string[] | undefined): string {
  if (changed === undefined) return "what changed is unknown, because the answer can't be read";
  return changed.length === 0 ? "nothing changed" : changed.join(", ");
}
