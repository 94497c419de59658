import type { ServerContext } from "@modelcontextprotocol/server";
import { clipped, oneLine } from "../../export/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";

/** Reports a debate's progress to a client that asked for it. */
export function progressTo({ mcpReq }: ServerContext): (event: DebateEvent) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  let total: number | undefined;
  return (event) => {
    if (event.type === "debate.started") total = event.plannedCalls;
    const message = messageFor(event);
    if (message === null) return;
    progress += 1;
    mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      })
      // The signal reports a client that is gone.
      .catch(() => undefined);
  };
}

function messageFor(event: DebateEvent): string | null {
  switch (event.type) {
    case "debate.response":
      return `${oneLine(event.debater)}, round ${event.round}: ${clipped(event.answer ?? "(unreadable)", 120)}`;
    case "debate.debater_failed":
      return `${oneLine(event.debater)}, round ${event.round}: no reply`;
    case "debate.balloting":
      return "the debaters rank one another's replies";
    case "debate.judging":
      return "the judge is asked";
    default:
      return null;
  }
}
