import type { ServerContext } from "@modelcontextprotocol/server";
import type { Position } from "@rostrum/core/protocol";
import type { McpRun } from "./host.ts";
import { nameRound } from "@rostrum/core/export";
import { clipLine, toOneLine } from "@rostrum/core/support";

/** Reports a debate's progress to a client that asked for it, until the returned function is called. */
export function reportProgress(run: McpRun, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  // Members reply in any order, so a count of replies doesn't tell whose are new.
  const reported = new Set<string>();
  const reportNewReplies = (): void => {
    for (const { index, positions } of run.record().result.rounds)
      for (const position of positions) {
        const reply = describeReply(position);
        const speaker = `${toOneLine(position.debater)}, ${nameRound(index)}`;
        if (reply === null || reported.has(speaker)) continue;
        reported.add(speaker);
        const message = `${speaker}: ${clipLine(reply, 120)}`;
        // No total: how many replies there will be depends on what the members say.
        const params = { progressToken, progress: reported.size, message };
        mcpReq
          .notify({ method: "notifications/progress", params })
          // A disconnected client is detected by its signal.
          .catch(() => undefined);
      }
  };
  reportNewReplies();
  const stopListening = run.listen(reportNewReplies);
  return () => {
    stopListening();
    // The last replies may not have been announced yet when the debate is over.
    reportNewReplies();
  };
}

/** Null for a member that was not asked, or has not replied yet. */
function describeReply({ status, answer, text }: Position): string | null {
  if (status === "not_asked" || status === "kept") return null;
  if (status === "failed") return "no reply";
  if (status === "cancelled") return "not waited for";
  return answer ?? (text === "" ? null : "(unreadable)");
}
