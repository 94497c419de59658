import type { Position, StartedEvent } from "@rostrum/core/protocol";
import { formatModel } from "./format-model.ts";
import { capitalize } from "@rostrum/core/support";
import { joinVisibleNames } from "./join-visible-names.ts";

/** Words for known error codes: for one member, and for several. */
const CAUSES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "404": ["doesn't exist at this provider (404)", "don't exist at this provider (404)"],
  unreachable: ["couldn't be reached", "couldn't be reached"],
  timeout: ["timed out", "timed out"],
};

/** Returns true if a call ended because somebody stopped the debate. */
export function wasStoppedByUser({ errorCode }: Pick<Position, "errorCode">): boolean {
  return errorCode === "aborted";
}

/** Describes why one member failed: "Couldn't be reached". The provider's own words if the cause is unknown. */
export function describeCause({ error = "", errorCode = "" }: Position): string {
  const [description] = CAUSES[errorCode] ?? [error];
  return capitalize(description);
}

/** A call that failed. */
export interface FailedCall {
  debater: string;
  error: string;
  errorCode: string | undefined;
  attempts: number;
}

/** Describes why members failed, in one sentence per cause: "ghost couldn't be reached (6 tries)". */
export function describeCauses(
  calls: readonly FailedCall[],
  panel: StartedEvent["panel"],
): string[] {
  const byCause = Map.groupBy(calls, ({ error, errorCode = "" }) =>
    Object.hasOwn(CAUSES, errorCode) ? errorCode : error,
  );
  return [...byCause].map(([cause, list]) => {
    const debaters = [...new Set(list.map(({ debater }) => debater))];
    // A model is missing at a provider, whatever the member is called.
    const subjects = debaters.map((name) => {
      const model = panel.find((member) => member.name === name)?.model ?? name;
      return cause === "404" ? formatModel(model) : name;
    });
    const [one, many] = CAUSES[cause] ?? [`failed: ${cause}`, `failed: ${cause}`];
    const verb = subjects.length === 1 ? one : many;
    const tries = list.reduce((sum, { attempts }) => sum + attempts, 0);
    const triesWords = tries > subjects.length ? ` (${tries} tries)` : "";
    return `${joinVisibleNames(subjects)} ${verb.replace(/[.\s]+$/, "")}${triesWords}`;
  });
}
