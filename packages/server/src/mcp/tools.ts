import type { CallToolResult, McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  clipLine,
  publicMessage,
  RostrumError,
  toOneLine,
  wasStopped,
} from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { awaitOutcome, type Answer, type ToolCall } from "./await-outcome.ts";
import { INTERNAL_ERROR } from "../http-error.ts";
import type { ListedRun, McpHost, McpQuestion, McpRun } from "./host.ts";
import { OUTCOME } from "./outcome.ts";
import { chooseReviewers, describePanels, requireAble } from "./panel-choice.ts";
import { describeCost, formatNothing, formatToolError, formatToolResult } from "./tool-result.ts";
import {
  DOCUMENTS,
  NothingToReview,
  describePlanFields,
  readPlan,
  readReview,
  REVIEW_FIELDS,
  type PlanArguments,
  type ReviewArguments,
} from "./review-material.ts";

/** How long `result` waits: most clients give up on a call after a minute. */
const WAIT_SECONDS = 45;
const MAX_TEXT_CHARS = 1_000_000;

/** Adds the tools through which a coding agent asks panels. None of them changes anything but debates. */
export function addTools(server: McpServer, host: McpHost, onError: OnError): void {
  for (const { name, run, ...config } of [...listStartTools(host), ...DEBATE_TOOLS])
    server.registerTool(name, config, (args, ctx) =>
      answer(() => run(args as never, { server, host, ctx }), onError),
    );
}

/** Hears of errors that a caller may not see. */
export type OnError = (error: Error) => void;

interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  outputSchema?: z.ZodType;
  annotations: ToolAnnotations;
  /** Called with what the schema has checked. */
  run(args: never, call: ToolCall): Promise<Answer>;
}

const TEXT = z.string().min(1).max(MAX_TEXT_CHARS);
const ID = z.string().min(1).max(200);
const SECONDS = z.number().min(0).max(3600);
const QUESTION = {
  question: TEXT.describe("the question, with everything needed to answer it"),
  context: z
    .union([TEXT, DOCUMENTS], {
      error: "expected a text, or a list of { document, text }: a name and the text",
    })
    .optional()
    .describe("material for the question: a text, or documents with names"),
};

const CLOSED = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const ACTS: ToolAnnotations = { ...CLOSED, idempotentHint: true };
// Not read-only, although they change nothing here: clients call read-only tools without asking, and these cost money.
const ASKS: ToolAnnotations = { ...CLOSED, idempotentHint: false, openWorldHint: true };

type StartRequest = Omit<McpQuestion, "id">;

/** `read` makes the question for the panel from what `fields` describe. */
interface StartTool extends Pick<Tool, "name" | "title" | "description"> {
  fields: z.ZodRawShape;
  read(args: never): StartRequest | Promise<StartRequest>;
}

function defineStartTool({ fields, read, ...tool }: StartTool): Tool {
  return {
    ...tool,
    description: `${tool.description} ${COST}`,
    // The schema of the outcome is long, so only `result` has it.
    inputSchema: refuseOthers({
      ...fields,
      wait: SECONDS.default(0).describe("seconds to wait for the end (0)"),
    }),
    annotations: ASKS,
    async run({ wait, ...wanted }: { wait: number }, call) {
      const debate = await startOnce(call, await read(wanted as never));
      return awaitOutcome(call, debate, wait);
    },
  };
}

/** The tools that start a debate. Their schemas name the panels of the host. */
function listStartTools(host: McpHost): Tool[] {
  const { panels, reviewPanels = panels, folder } = host;
  const shared = { ...describePanels(panels, reviewPanels), budget: BUDGET };
  const reviewShared = { ...describePanels(reviewPanels, reviewPanels), budget: BUDGET };
  const tools: StartTool[] = [
    {
      name: "ask",
      title: "Ask a panel of models",
      description:
        "Asks several language models one question, lets them argue, and finds one answer with how far they " +
        "agree, who dissents and what it cost.",
      fields: {
        ...QUESTION,
        rounds: z
          .int()
          .min(0)
          .max(10)
          .optional()
          .describe("revision rounds after the independent one"),
        ...shared,
      },
      read(input: McpQuestion) {
        requireAble(host, input);
        return input;
      },
    },
    {
      name: "review",
      title: "Let a panel review a change",
      description:
        `Several language models review ${folder === undefined ? "documents, code or a diff" : "a change in the repository of this folder, by default the working tree against HEAD, or documents"}, independently. Each finding is then checked by the ` +
        "members who did not report it, and says whether its quote stands in the material.",
      fields: { ...REVIEW_FIELDS, ...reviewShared },
      read: (input: ReviewArguments) => readReview(chooseReviewers(host, input), folder),
    },
    {
      name: "review_plan",
      title: "Let a panel review a plan",
      description:
        "Several language models look for what would go wrong if a plan were carried out as it is, before anybody does. The " +
        "verdict is proceed, change or reconsider.",
      fields: { ...describePlanFields(folder), ...reviewShared },
      read: (input: PlanArguments) => readPlan(chooseReviewers(host, input), folder),
    },
    {
      name: "memo",
      title: "Get a decision memo from a panel",
      description:
        "Asks several language models to weigh a decision, for a memo: recommendation, reasons, conditions, what is " +
        "contested, dissent and next steps.",
      fields: { ...QUESTION, ...shared },
      read(input: McpQuestion) {
        requireAble(host, input);
        return { ...input, report: "memo" };
      },
    },
    {
      name: "follow",
      title: "Ask a panel a follow-up question",
      description:
        "Asks a question that follows up a finished debate, which the panel reads about first.",
      fields: { id: ID.describe("id of the finished debate"), ...QUESTION, ...shared },
      read({ id, ...wanted }: McpQuestion) {
        // Without a panel, it is the one of the earlier debate.
        if (wanted.panel !== undefined || host.reviewPanels?.length === 0)
          requireAble(host, wanted);
        return { ...wanted, follow: { id } };
      },
    },
  ];
  return tools.map(defineStartTool);
}

/** The tools for debates that were started. */
const DEBATE_TOOLS: readonly Tool[] = [
  {
    name: "status",
    title: "Get the state of debates",
    description:
      "Returns one line about the state of a debate, or about the latest debates if no id is given, those of this folder first.",
    inputSchema: refuseOthers({ id: ID.optional() }),
    annotations: READS,
    async run({ id }: { id?: string }, { host }) {
      if (id === undefined) return formatLines((await host.recent(MAX_LISTED)).map(describeListed));
      return formatLines([describeRun(await find(host, id, false))]);
    },
  },
  {
    name: "result",
    title: "Get the outcome of a debate",
    description:
      "Returns the outcome of a debate by its id, and waits for it if the debate still runs. Continues an interrupted debate, within its limits.",
    inputSchema: refuseOthers({
      id: ID,
      wait: SECONDS.default(WAIT_SECONDS).describe(
        `seconds to wait for the end (${WAIT_SECONDS}); call again if it takes longer`,
      ),
    }),
    outputSchema: OUTCOME,
    // The calls that are left of an interrupted debate go to models, and cost money.
    annotations: { ...ACTS, openWorldHint: true },
    run: async ({ id, wait }: { id: string; wait: number }, call) =>
      awaitOutcome(call, await find(call.host, id), wait),
  },
  {
    name: "cancel",
    title: "End a debate",
    description: "Ends a running debate. Its replies so far are kept.",
    inputSchema: refuseOthers({ id: ID }),
    annotations: ACTS,
    async run({ id }: { id: string }, { host }) {
      const debate = await find(host, id, false);
      if (debate.over) {
        const state = wasStopped(debate.record().error) ? "cancelled" : debate.record().status;
        const result = formatToolResult(debate, host);
        const words = `already ${state}; nothing to cancel`;
        return { ...result, content: [{ type: "text", text: words }, ...result.content] };
      }
      await debate.cancel();
      return formatToolResult(debate, host);
    },
  },
];

/** Advice to the model before it starts a debate. */
const COST =
  "Costs money: use it where being right matters. Returns an id at once: call result with it.";

const BUDGET = refuseOthers({
  usd: z.number().min(0).optional(),
  tokens: z.int().min(0).optional(),
  calls: z.int().min(0).optional(),
  ms: z.int().min(0).optional(),
})
  .optional()
  .describe("limits, such as { usd: 0.5 }; they only lower those of the panel");

/** Schema that names an unknown argument and lists the known ones. A misspelt limit must not be ignored. */
function refuseOthers<S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown argument ${issue["keys"].map((key: string) => `"${key}"`).join(", ")}; expected: ${known}`
        : undefined,
  });
}

/** Turns known errors into messages that the calling model can act on. Details of others are only for the log. */
async function answer(act: () => Promise<Answer>, onError: OnError): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NothingToReview) return formatNothing(error.message);
    if (error instanceof RostrumError) return formatToolError(publicMessage(error));
    const isRefusal = error instanceof Error && ["HttpError", "NoDebateError"].includes(error.name);
    if (isRefusal) return formatToolError(error.message);
    onError(error instanceof Error ? error : new Error(String(error)));
    return formatToolError(INTERNAL_ERROR);
  }
}

class NoDebateError extends Error {
  override readonly name = "NoDebateError";
}

async function find(host: McpHost, id: string, resume = true): Promise<McpRun> {
  const run = await host.find(id, { resume });
  if (run === null) throw new NoDebateError(`there is no debate "${toOneLine(id)}"`);
  return run;
}

/** Starts a debate. A repeated call that carries the replies of the client's user continues the debate it started. */
async function startOnce({ host, ctx }: ToolCall, question: StartRequest): Promise<McpRun> {
  const startedId = ctx.mcpReq.requestState();
  if (typeof startedId === "string") return find(host, startedId);
  return host.start({ ...question, id: host.createId() });
}

const MAX_LISTED = 10;

function formatLines(lines: readonly string[]): CallToolResult {
  const text = lines.length === 0 ? "there are no debates yet" : lines.join("\n");
  return { content: [{ type: "text", text }] };
}

function describeListed(run: ListedRun): string {
  const { id, status, stopped, title, createdAt, folder, isInterrupted } = run;
  const state = stopped ? "cancelled" : isInterrupted ? "interrupted" : status;
  const startedAt = `${new Date(createdAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return [
    `${toOneLine(id)}: ${state}`,
    clipLine(title, 100),
    startedAt,
    ...(folder === undefined ? [] : [toOneLine(folder)]),
  ].join("; ");
}

function describeRun(run: McpRun): string {
  const record = run.record();
  const { status, phase, completedRounds, waits, error } = record;
  const waiting = waits.map(({ name }) => name).filter((name) => name !== undefined);
  return [
    run.isInterrupted === true
      ? `${toOneLine(run.id)}: interrupted, call result to continue it`
      : `${toOneLine(run.id)}: ${wasStopped(error) ? "cancelled" : status}`,
    ...(status === "running" && run.isInterrupted !== true
      ? [phase === "round" ? `in round ${completedRounds + 1}` : phase.replaceAll("_", " ")]
      : []),
    ...(waiting.length === 0 ? [] : [`waits for ${toOneLine(waiting.join(", "))}`]),
    `${formatCount(completedRounds, "round")} finished`,
    `${formatCount(record.result.usage.calls, "call")}, ${describeCost(record)}`,
  ].join("; ");
}
