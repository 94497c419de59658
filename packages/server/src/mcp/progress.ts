import type { ServerContext } from "@modelcontextprotocol/server";
import type { McpRun } from "./host.ts";
import { formatRound } from "@rostrum/core/export";
import { clipLine, toOneLine } from "@rostrum/core/support";

/** Reports a debate's progress to a client that asked for it, until the returned function is called. */
export function reportProgress(run: McpRun, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let reportedCount = 0;
  const reportNewLines = (): void => {
    const { started, result } = run.record();
    const lines = result.rounds.flatMap(({ index, positions }) =>
      positions
        .filter(({ status }) => status !== "not_asked" && status !== "kept")
        .map(({ debater, answer, status, text }) => {
          const reply =
            status === "failed"
              ? "no reply"
              : status === "cancelled"
                ? "not waited for"
                : (answer ?? (text === "" ? null : "(unreadable)"));
          return reply === null
            ? null
            : `${toOneLine(debater)}, ${formatRound(index)}: ${clipLine(reply, 120)}`;
        }),
    );
    const total = started ? started.panel.length * (started.rounds + 1) : undefined;
    for (const message of lines.filter((line) => line !== null).slice(reportedCount)) {
      reportedCount += 1;
      mcpReq
        .notify({
          method: "notifications/progress",
          params: { progressToken, progress: reportedCount, total, message },
        })
        // A disconnected client is detected by its signal.
        .catch(() => undefined);
    }
  };
  reportNewLines();
  return run.listen(reportNewLines);
}
