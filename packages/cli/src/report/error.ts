import {
  ConfigError,
  RostrumError,
  readMessage,
  escapeInvisible,
  stringifyVisible,
  toOneLine,
} from "@rostrum/core/support";
import type { PartialResult } from "@rostrum/core/protocol";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";

/** Formats an error as JSON for programs, with the partial result if the debate had started. */
export function formatErrorJson(error: unknown, partial: PartialResult | null = null): string {
  const message = readErrorMessage(error).replace(/^error: /, "");
  const { name, code } = classifyError(error);
  const hints = error instanceof UserError && error.hints.length > 0 ? { hints: error.hints } : {};
  return `${stringifyVisible({ error: { name, code, message, ...hints }, partial }, 2)}\n`;
}

/** Errors that the user can fix (flags, files) have the code `usage`. */
function classifyError(error: unknown): { name: string; code: string } {
  if (error instanceof RostrumError) return error;
  if (error instanceof UserError && error.cause instanceof RostrumError) return error.cause;
  const name = error instanceof Error ? error.name : "Error";
  return { name, code: ["UserError", "CommanderError"].includes(name) ? "usage" : "failed" };
}

/** The whole message: `readMessage` shortens it. */
export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : readMessage(error);
}

/** Prints a message that the user can act on. The stack follows only if ROSTRUM_DEBUG is 1. */
export function sayError(
  error: unknown,
  { say, style }: Output,
  describe: (error: unknown) => string = readErrorMessage,
): void {
  const message = describe(error);
  // Only messages about what the user wrote have several lines. Others may quote a provider.
  const isOwn = error instanceof UserError || error instanceof ConfigError;
  const [first = "", ...rest] = isOwn ? message.split("\n") : [message];
  say(`${style.bold(style.red("error:"))} ${toOneLine(first)}`);
  const hints = error instanceof UserError ? error.hints : [];
  for (const line of [...rest, ...hints]) say(`  ${toOneLine(line)}`);
  const expected = error instanceof UserError || error instanceof RostrumError;
  if (process.env["ROSTRUM_DEBUG"] === "1" && error instanceof Error)
    say(escapeInvisible(error.stack ?? ""));
  else if (!expected) say(style.dim("  ROSTRUM_DEBUG=1 shows where it happened"));
}
