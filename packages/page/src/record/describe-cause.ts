import type { StartedEvent } from "@rostrum/core/protocol";
import { formatModel } from "./format-model.ts";
import { capitalize, joinVisibleNames } from "./words.ts";

/** Words for the causes of failed calls: for one member, and for several. */
const CAUSES: readonly [cause: RegExp, one: string, many: string][] = [
  [/\(status 404\)/, "doesn't exist at this provider (404)", "don't exist at this provider (404)"],
  [
    // Not "can't be reached": the playground's own sentence, which says what to do.
    /cannot connect|econnrefused|enotfound|fetch failed|bad port/i,
    "couldn't be reached",
    "couldn't be reached",
  ],
  [/timed out|timeout/i, "timed out", "timed out"],
];

const STOPPED = /the debate was aborted/;

/** Returns true if a call ended because somebody stopped the debate. */
export function wasStoppedByUser(error: string | undefined): boolean {
  return STOPPED.test(error ?? "");
}

/** Describes why one member failed: "Couldn't be reached". The provider's own words if the cause is unknown. */
export function describeCause(error: string): string {
  const [, words = error] = CAUSES.find(([cause]) => cause.test(error)) ?? [];
  return capitalize(words);
}

/** A call that failed. */
export interface FailedCall {
  debater: string;
  error: string;
  attempts: number;
}

/** Describes why members failed, in one sentence per cause: "ghost couldn't be reached (6 tries)". */
export function describeCauses(
  calls: readonly FailedCall[],
  panel: StartedEvent["panel"],
): string[] {
  const byCause = Map.groupBy(
    calls,
    ({ error }) => CAUSES.find(([cause]) => cause.test(error))?.[1] ?? error,
  );
  return [...byCause].map(([cause, list]) => {
    const known = CAUSES.find(([, one]) => one === cause);
    const debaters = [...new Set(list.map(({ debater }) => debater))];
    // A model is missing at a provider, whatever the member is called.
    const subjects = debaters.map((name) => {
      const model = panel.find((member) => member.name === name)?.model ?? name;
      return /404/.test(cause) ? formatModel(model) : name;
    });
    const verb = known ? (subjects.length === 1 ? known[1] : known[2]) : `failed: ${cause}`;
    const tries = list.reduce((sum, { attempts }) => sum + attempts, 0);
    const triesWords = tries > subjects.length ? ` (${tries} tries)` : "";
    return `${joinVisibleNames(subjects)} ${verb.replace(/[.\s]+$/, "")}${triesWords}`;
  });
}
