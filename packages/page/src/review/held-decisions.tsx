import type { VNode } from "preact";
import { formatCount } from "@rostrum/core/export";
import { debateHref, formatRoute, type Route } from "../route/route.ts";
import type { PendingDecision } from "./pending.ts";
import { usePending } from "./use-pending.ts";

/** Reminds the reader, on other screens, of decisions that can still be undone or were refused. */
export function HeldDecisions({ route }: { route: Route }): VNode | null {
  const decisions = usePending().filter(({ id }) => !isShown(id, route));
  const heldDecisions = decisions.filter(({ state }) => state === "held");
  const failed = decisions.filter(({ state }) => state === "failed");
  if (heldDecisions.length + failed.length === 0) return null;
  return (
    <p class="held" role="status">
      {failed.length > 0
        ? `${formatCount(failed.length, "decision")} could not be saved.`
        : `${formatCount(heldDecisions.length, "decision")} will be saved in a few seconds.`}{" "}
      {failed.length > 0 ? (
        <a href={findHref(failed.slice(0, 1))}>Look</a>
      ) : (
        <a href={findHref(heldDecisions)}>Undo</a>
      )}
    </p>
  );
}

/** Links to the decisions. The queue doesn't list a debate that another person has decided. */
function findHref(decisions: readonly PendingDecision[]): string {
  const [first, ...others] = decisions;
  return first && others.length === 0
    ? debateHref(first.id)
    : formatRoute({ screen: "review", mine: false });
}

/** Returns true if the screen itself shows the decision. */
function isShown(id: string, route: Route): boolean {
  if (route.screen === "debate")
    return route.id === id && route.view === "debate" && route.openMember === undefined;
  return route.screen === "review";
}
