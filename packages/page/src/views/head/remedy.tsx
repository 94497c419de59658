import type { VNode } from "preact";
import { formatCount } from "@rostrum/core/export";
import { Icon } from "../../parts/icon.tsx";
import { debateHref } from "../../route/route.ts";
import type { Actions } from "../actions.ts";

interface RemedyProps {
  id: string;
  actions: Actions | null;
  calls: number;
}

/** Actions after a debate that ended without an answer. They open the question; nothing is sent yet. */
export function Remedy({ id, actions, calls }: RemedyProps): VNode | null {
  if (!actions) return null;
  const { askAgain } = actions;
  return (
    <p class="row remedy">
      {askAgain && (
        <>
          <button type="button" class="primary" onClick={() => askAgain("same panel")}>
            <Icon name="repeat" />
            Ask again
          </button>
          <button type="button" onClick={() => askAgain("another panel")}>
            Try with another panel…
          </button>
        </>
      )}
      {calls > 0 && (
        <a href={debateHref(id, "calls")}>
          {calls === 1 ? "See the call" : `See the ${formatCount(calls, "call")}`}
        </a>
      )}
    </p>
  );
}
