import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { wasStopped } from "@rostrum/core/support";
import {
  canElicit,
  collectElicitations,
  listSpeakers,
  sendElicitation,
  takeResponses,
} from "./client-requests.ts";
import type { McpHost, McpRun } from "./host.ts";
import { reportProgress } from "./progress.ts";
import { formatToolResult } from "./tool-result.ts";

export type Answer = CallToolResult | InputRequiredResult;

/** Who calls a tool, and where. */
export interface ToolCall {
  server: McpServer;
  host: McpHost;
  ctx: ServerContext;
}

/**
 * Waits for the end of a debate and returns its outcome, or its progress when the time is up. Meanwhile the client's
 * user is asked for a reply if the debate waits for one. A client that gives up or disconnects ends only the wait:
 * clients time out and lose connections, and paid work must not be lost with them.
 */
export async function awaitOutcome(
  { server, host, ctx }: ToolCall,
  run: McpRun,
  seconds: number,
): Promise<Answer> {
  const { signal } = ctx.mcpReq;
  const elicits = canElicit(server, ctx);
  const isModern = ctx.mcpReq.envelope !== undefined;
  let declined = await takeResponses(run, ctx);
  const requestedWaits = new Set<string>();
  let wake: () => void = () => undefined;
  const timeout = AbortSignal.timeout(Math.round(seconds * 1000));
  const stopListening = [run.listen(() => wake()), reportProgress(run, ctx)];
  const onSignal = (): void => wake();
  timeout.addEventListener("abort", onSignal);
  signal.addEventListener("abort", onSignal);
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      // Lets all requests of a round arrive first.
      await new Promise((resolve) => setImmediate(resolve));
      if (run.over || signal.aborted) break;
      if (isModern) {
        const inputRequests = elicits && !declined ? collectElicitations(run) : {};
        if (Object.keys(inputRequests).length > 0)
          return inputRequired({ inputRequests, requestState: run.id });
      } else {
        for (const wait of elicits ? listSpeakers(run) : []) {
          const key = `${wait.round} ${wait.source}`;
          if (requestedWaits.has(key)) continue;
          requestedWaits.add(key);
          if (!(await sendElicitation(run, wait, ctx))) declined = true;
        }
      }
      // People who don't use this client may take days.
      const isStuck =
        run.record().status === "waiting" &&
        (declined || !elicits || listSpeakers(run).length === 0);
      if (isStuck || timeout.aborted) break;
      await woken;
    }
  } finally {
    for (const stop of stopListening) stop();
    timeout.removeEventListener("abort", onSignal);
    signal.removeEventListener("abort", onSignal);
  }
  const result = formatToolResult(run, host);
  const { status, error } = run.record();
  return status === "failed" && !wasStopped(error) ? { ...result, isError: true } : result;
}
