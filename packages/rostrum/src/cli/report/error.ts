import { oneLine, visible } from "../../export/index.ts";
import { RostrumError } from "../../errors.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";

/** One message a person can act on; the stack only when it is asked for. */
export function sayError(error: unknown, { say, style }: Output): void {
  const message = error instanceof Error ? error.message : String(error);
  say(`${style.bold(style.red("error:"))} ${visible(message)}`);
  if (error instanceof UserError) for (const hint of error.hints) say(`  ${oneLine(hint)}`);
  const expected = error instanceof UserError || error instanceof RostrumError;
  if (process.env["ROSTRUM_DEBUG"] === "1" && error instanceof Error)
    say(visible(error.stack ?? ""));
  else if (!expected) say(style.dim("  ROSTRUM_DEBUG=1 shows where it happened"));
}
