import { reviewCompleted } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { Review } from "../../protocol/settings.ts";
import { HttpError } from "../http-error.ts";
import { heldElsewhere, isBusy } from "./peer-acts.ts";

/** How long another process that owns the debate may take to release it. */
const PATIENCE_MS = 2000;

/** Reviews a debate that is over. A second review is refused, whichever server it comes to. */
export async function reviewOver(
  store: RunStore,
  id: string,
  earlier: Review | undefined,
  said: Review,
): Promise<void> {
  if (earlier) throw refused("it was reviewed already", earlier.reviewer);
  try {
    await reviewCompleted(store, id, said, { patienceMs: PATIENCE_MS });
  } catch (error) {
    if (isBusy(error)) throw heldElsewhere(error);
    if (!(error instanceof ConfigError) || error.field !== "id") throw error;
    throw refused(error.message.replace(/^id: /, ""));
  }
}

function refused(why: string, by?: string): HttpError {
  return new HttpError(409, "not_waiting", by === undefined ? why : `${why} by ${by}`);
}
