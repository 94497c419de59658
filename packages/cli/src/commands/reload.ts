import type { Command } from "commander";
import { limitBody } from "@rostrum/core/models";
import { DEFAULT_PORT } from "@rostrum/server";
import { readMessage } from "@rostrum/core/support";
import { toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags {
  url: string;
  token?: string;
}

export function command(context: Context): Command {
  return newCommand("reload", context)
    .description(
      "Let a running server take its config and tokens from their files again. If they are wrong, it keeps what it has.",
    )
    .option("--url <address>", "where the server is", `http://127.0.0.1:${DEFAULT_PORT}`)
    .option(
      "--token <token>",
      "token of an admin; better as ROSTRUM_TOKEN, which no process list shows",
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
    error?: { message?: string } | null;
  };
  if (!response.ok) {
    const reason = answer.error?.message ?? `it answered with ${response.status}`;
    throw new UserError(`not reloaded, and the settings before still count: ${toOneLine(reason)}`);
  }
  const changed = answer.changed ?? [];
  output.say(
    changed.length === 0 ? "reloaded: nothing changed" : `reloaded: ${changed.join(", ")}`,
  );
}
