import type { Readable, Writable } from "node:stream";
import {
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { publicMessage, RostrumError } from "../../errors.ts";
import {
  formatAnswer,
  formatCost,
  listNotices,
  formatPercent,
  describeStop,
  toMarkdown,
} from "../../export/index.ts";
import { packageVersion } from "../../package-version.ts";
import type { DebateEvent } from "../../protocol/events.ts";
import type { DebateRecord } from "../../record/index.ts";
import { clipLine, toOneLine } from "../../visible.ts";
import type { McpHost } from "./local-host.ts";

/** An MCP server with the tools `debate` and `get_debate`, and every transcript as a resource. */
export function mcpServer(host: McpHost): McpServer {
  const server = new McpServer({ name: "rostrum", title: "rostrum", version: packageVersion() });
  addDebateTool(server, host);
  addGetDebateTool(server, host);
  addTranscripts(server, host);
  return server;
}

function addDebateTool(server: McpServer, host: McpHost): void {
  const { panels } = host;
  const input = z.object({
    question: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe("the question, with everything needed to answer it"),
    context: z
      .string()
      .max(1_000_000)
      .optional()
      .describe("material for the question, such as a document"),
    panel: z
      .enum(panels as [string, ...string[]])
      .optional()
      .describe(`which panel to ask (${panels[0]})`),
    rounds: z.int().min(0).max(10).optional().describe("revision rounds after the independent one"),
  });
  server.registerTool(
    "debate",
    {
      title: "Ask a panel of models",
      description:
        "Asks several language models one question, lets them argue, and returns one answer with how far they " +
        "agree, who dissents and what it cost. Takes several model calls: use it where being right matters.",
      inputSchema: input,
      outputSchema: OUTCOME,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async (wanted, ctx) => {
      try {
        const run = { signal: ctx.mcpReq.signal, onEvent: reportProgress(ctx) };
        const record = await host.debate(wanted, run);
        return formatToolResult(record.result.id, record);
      } catch (error) {
        return formatToolError(describeError(error));
      }
    },
  );
}

/** An error that the calling model can act on; details of other errors are not shown. */
function describeError(error: unknown): string {
  if (error instanceof RostrumError) return publicMessage(error);
  const isRefusal = error instanceof Error && error.name === "HttpError";
  return isRefusal ? error.message : "the debate could not run";
}

/** Reports a debate's progress to a client that asked for it. */
function reportProgress({ mcpReq }: ServerContext): (event: DebateEvent) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  let total: number | undefined;
  return (event) => {
    if (event.type === "debate.started") total = event.plannedCalls;
    const message = describeEvent(event);
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

function describeEvent(event: DebateEvent): string | null {
  switch (event.type) {
    case "debate.response":
      return `${toOneLine(event.debater)}, round ${event.round}: ${clipLine(event.answer ?? "(unreadable)", 120)}`;
    case "debate.debater_failed":
      return `${toOneLine(event.debater)}, round ${event.round}: no reply`;
    case "debate.balloting":
      return "the debaters rank one another's replies";
    case "debate.judging":
      return "the judge is asked";
    default:
      return null;
  }
}

function addGetDebateTool(server: McpServer, host: McpHost): void {
  const input = z.object({ id: z.string().min(1).max(200).describe("id of a debate") });
  server.registerTool(
    "get_debate",
    {
      title: "Look up a debate",
      description: "Returns the status and the outcome of an earlier debate, by its id.",
      inputSchema: input,
      outputSchema: OUTCOME,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ id }) => {
      const record = await host.record(id);
      return record ? formatToolResult(id, record) : formatToolError(`there is no debate "${id}"`);
    },
  );
}

const LISTED = 50;
const MARKDOWN = "text/markdown";

/** Every debate as a Markdown document, by its address. */
function addTranscripts(server: McpServer, host: McpHost): void {
  const template = new ResourceTemplate("rostrum://debates/{id}", {
    async list() {
      const runs = await host.recent(LISTED);
      return {
        resources: runs.map(({ id, question, status }) => ({
          uri: transcriptUri(id),
          name: id,
          title: clipLine(question, 80),
          description: `Transcript of a debate (${status})`,
          mimeType: MARKDOWN,
        })),
      };
    },
  });
  server.registerResource(
    "transcript",
    template,
    { title: "Transcript of a debate", mimeType: MARKDOWN },
    async (uri, { id: raw }) => {
      const id = decodeURIComponent(String(raw));
      const record = await host.record(id);
      if (!record) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: toMarkdown(record) }] };
    },
  );
}

/** Serves MCP over standard input and output, or over other streams, until the client leaves. */
export async function serveMcpStdio(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
  { stdin, stdout }: { stdin: Readable; stdout: Writable } = process,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(stdin, stdout);
  serveStdio(() => mcpServer(host), { transport, onerror: onError });
  stdin.once("end", ended.resolve);
  stdin.once("close", ended.resolve);
  await ended.promise;
}

const unknownable = z.number().nullable();

/** What a tool returns about a debate: enough to act on, with the id for the rest. */
const OUTCOME = z.object({
  id: z.string(),
  status: z.enum(["running", "waiting", "completed", "failed"]),
  question: z.string(),
  answer: z.string().nullable().describe("null while there is none"),
  reasoning: z.string(),
  agreement: unknownable.describe("share of the panel behind the leading answer, from 0 to 1"),
  confidence: unknownable.describe("from 0 to 1; null: unknown"),
  confidenceBasis: z
    .enum(["self_reported", "judge", "calibrated", "uncalibrated"])
    .nullable()
    .describe("self_reported: the members' own estimate, which says little; calibrated: measured"),
  stopReason: z.string(),
  degraded: z.boolean().describe("some replies are missing or could not be read"),
  escalated: z.boolean().describe("the panel did not agree; a person should review the answer"),
  notices: z.array(z.string()).describe("what must be known before the answer is used"),
  dissent: z.array(z.object({ debater: z.string(), answer: z.string().nullable() })),
  calls: z.number(),
  costUsd: unknownable.describe("US dollars; null: unknown"),
  atLeastUsd: z.number().describe("The sum of the costs that are known"),
  transcript: z.string().describe("address of the whole transcript as a resource"),
});

type Outcome = z.infer<typeof OUTCOME>;

function makeOutcome(id: string, record: DebateRecord): Outcome {
  const { status, result } = record;
  const { answer, unit, integrity, escalateToHuman, usage } = result;
  // The shape takes what it has from the result, and leaves out the rest.
  return OUTCOME.parse({
    ...result,
    id,
    status,
    answer: answer === null || answer === undefined ? null : formatAnswer(answer, unit),
    degraded: integrity.degraded,
    escalated: escalateToHuman,
    notices: listNotices(record).map(({ title, details }) =>
      toOneLine([title, ...details].join(" ")),
    ),
    calls: usage.calls,
    atLeastUsd: record.atLeastUsd,
    transcript: transcriptUri(id),
  });
}

/** The same in a few lines. Each begins with our own word, so that no answer can be mistaken for another line. */
function formatOutcome(outcome: Outcome): string {
  const {
    answer,
    agreement,
    notices,
    dissent,
    costUsd,
    atLeastUsd,
    calls,
    stopReason,
    transcript,
  } = outcome;
  return [
    ...notices.map((notice) => `Notice: ${notice}`),
    `Answer: ${answer === null ? "(none)" : clipLine(answer, 4000)}`,
    ...(agreement === null
      ? []
      : [`Agreement: ${formatPercent(agreement)}; stopped because ${describeStop(stopReason)}`]),
    ...dissent.map(
      (each) =>
        `Dissent: ${toOneLine(each.debater)} says ${clipLine(each.answer ?? "(nothing)", 200)}`,
    ),
    `Cost: ${formatCost(costUsd, atLeastUsd)} for ${calls} calls`,
    `Transcript: ${transcript}`,
  ].join("\n");
}

/** What a tool returns about a debate, for programs and for models. */
export function formatToolResult(id: string, record: DebateRecord): CallToolResult {
  const outcome = makeOutcome(id, record);
  return {
    content: [{ type: "text", text: formatOutcome(outcome) }],
    structuredContent: { ...outcome },
  };
}

function formatToolError(words: string): CallToolResult {
  return { content: [{ type: "text", text: toOneLine(words) }], isError: true };
}

function transcriptUri(id: string): string {
  return `rostrum://debates/${encodeURIComponent(id)}`;
}
