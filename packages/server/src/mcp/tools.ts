import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  clipLine,
  publicMessage,
  RostrumError,
  toOneLine,
  wasStopped,
} from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import {
  canElicit,
  collectElicitations,
  listSpeakers,
  sendElicitation,
  takeResponses,
} from "./client-requests.ts";
import type { ListedRun, McpHost, McpQuestion, McpRun } from "./host.ts";
import { OUTCOME } from "./outcome.ts";
import { chooseReviewers, describePanels, requireAble } from "./panel-choice.ts";
import { reportProgress } from "./progress.ts";
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
export function addTools(server: McpServer, host: McpHost): void {
  const { panels, reviewPanels = panels } = host;
  const text = z.string().min(1).max(MAX_TEXT_CHARS);
  const shared = { ...describePanels(panels, reviewPanels), budget: BUDGET };
  const reviewShared = { ...describePanels(reviewPanels, reviewPanels), budget: BUDGET };
  const seconds = z.number().min(0).max(3600);
  const wait = seconds.default(0).describe("seconds to wait for the end (0)");
  const id = z.string().min(1).max(200);
  const readAnnotations = { readOnlyHint: true, openWorldHint: false };
  // Not read-only, although they change nothing here: clients call read-only tools without asking, and these cost money.
  const askAnnotations = {
    ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    openWorldHint: true,
  };
  const actAnnotations = {
    ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    openWorldHint: false,
  };
  const question = text.describe("the question, with everything needed to answer it");
  const context = z
    .union([text, DOCUMENTS], {
      error: "expected a text, or a list of { document, text }: a name and the text",
    })
    .optional()
    .describe("material for the question: a text, or documents with names");

  const registerStartTool = (
    name: string,
    title: string,
    description: string,
    fields: z.ZodRawShape,
    read: (args: never) => Omit<McpQuestion, "id"> | Promise<Omit<McpQuestion, "id">>,
  ): void => {
    // The schema of the outcome is long, so only `result` has it.
    const inputSchema = refuseOthers({ ...fields, wait });
    const config = { title, description, inputSchema, annotations: askAnnotations };
    server.registerTool(name, config, (args, ctx) =>
      answer(async () => {
        const { wait: waitSeconds, ...wanted } = args;
        const run = await startOnce(host, await read(wanted as never), ctx);
        return awaitOutcome(server, host, run, waitSeconds, ctx);
      }),
    );
  };

  registerStartTool(
    "ask",
    "Ask a panel of models",
    "Asks several language models one question, lets them argue, and finds one answer with how far they " +
      `agree, who dissents and what it cost. ${COST}`,
    {
      question,
      context,
      rounds: z
        .int()
        .min(0)
        .max(10)
        .optional()
        .describe("revision rounds after the independent one"),
      ...shared,
    },
    (input: McpQuestion) => {
      requireAble(host, input);
      return input;
    },
  );
  registerStartTool(
    "review",
    "Let a panel review a change",
    `Several language models review ${host.folder === undefined ? "documents, code or a diff" : "a change in the repository of this folder, by default the working tree against HEAD, or documents"}, independently. Each finding is then checked by the ` +
      `members who did not report it, and says whether its quote stands in the material. ${COST}`,
    { ...REVIEW_FIELDS, ...reviewShared },
    (input: ReviewArguments) => readReview(chooseReviewers(host, input), host.folder),
  );
  registerStartTool(
    "review_plan",
    "Let a panel review a plan",
    "Several language models look for what would go wrong if a plan were carried out as it is, before anybody does. The " +
      `verdict is proceed, change or reconsider. ${COST}`,
    { ...describePlanFields(host.folder), ...reviewShared },
    (input: PlanArguments) => readPlan(chooseReviewers(host, input), host.folder),
  );
  registerStartTool(
    "memo",
    "Get a decision memo from a panel",
    "Asks several language models to weigh a decision, for a memo: recommendation, reasons, conditions, what is " +
      `contested, dissent and next steps. ${COST}`,
    { question, context, ...shared },
    (input: McpQuestion) => {
      requireAble(host, input);
      return { ...input, report: "memo" };
    },
  );
  registerStartTool(
    "follow",
    "Ask a panel a follow-up question",
    `Asks a question that follows up a finished debate, which the panel reads about first. ${COST}`,
    { id: id.describe("id of the finished debate"), question, context, ...shared },
    ({ id: earlier, ...wanted }: McpQuestion) => {
      // Without a panel, it is the one of the earlier debate.
      if (wanted.panel !== undefined || host.reviewPanels?.length === 0) requireAble(host, wanted);
      return { ...wanted, follow: { id: earlier } };
    },
  );

  server.registerTool(
    "status",
    {
      title: "Get the state of debates",
      description:
        "Returns one line about the state of a debate, or about the latest debates if no id is given, those of this folder first.",
      inputSchema: refuseOthers({ id: id.optional() }),
      annotations: readAnnotations,
    },
    ({ id: debateId }) =>
      answer(async () => {
        if (debateId === undefined)
          return formatLines((await host.recent(MAX_LISTED)).map(describeListed));
        const run = await find(host, debateId, false);
        return formatLines([describeRun(run)]);
      }),
  );
  server.registerTool(
    "result",
    {
      title: "Get the outcome of a debate",
      description:
        "Returns the outcome of a debate by its id, and waits for it if the debate still runs. Continues an interrupted debate, within its limits.",
      inputSchema: refuseOthers({
        id,
        wait: seconds
          .default(WAIT_SECONDS)
          .describe(`seconds to wait for the end (${WAIT_SECONDS}); call again if it takes longer`),
      }),
      outputSchema: OUTCOME,
      // The calls that are left of an interrupted debate go to models, and cost money.
      annotations: { ...actAnnotations, openWorldHint: true },
    },
    ({ id: debateId, wait: waitSeconds }, ctx) =>
      answer(async () => awaitOutcome(server, host, await find(host, debateId), waitSeconds, ctx)),
  );
  server.registerTool(
    "cancel",
    {
      title: "End a debate",
      description: "Ends a running debate. Its replies so far are kept.",
      inputSchema: refuseOthers({ id }),
      annotations: actAnnotations,
    },
    ({ id: debateId }) =>
      answer(async () => {
        const run = await find(host, debateId, false);
        if (run.over) {
          const state = wasStopped(run.record().error) ? "cancelled" : run.record().status;
          const result = formatToolResult(run, host);
          const words = `already ${state}; nothing to cancel`;
          return { ...result, content: [{ type: "text", text: words }, ...result.content] };
        }
        await run.cancel();
        return formatToolResult(run, host);
      }),
  );
}

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

type Answer = CallToolResult | InputRequiredResult;

/** Turns known errors into messages that the calling model can act on; details of others are hidden. */
async function answer(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NothingToReview) return formatNothing(error.message);
    if (error instanceof RostrumError) return formatToolError(publicMessage(error));
    const isRefusal = error instanceof Error && ["HttpError", "NoDebateError"].includes(error.name);
    return formatToolError(isRefusal ? error.message : "the debate could not run");
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
async function startOnce(
  host: McpHost,
  question: Omit<McpQuestion, "id">,
  { mcpReq }: ServerContext,
): Promise<McpRun> {
  const startedId = mcpReq.requestState();
  if (typeof startedId === "string") return find(host, startedId);
  return host.start({ ...question, id: host.createId() });
}

/**
 * Waits for the end of a debate and returns its outcome, or its progress when the time is up. Meanwhile the client's
 * user is asked for a reply if the debate waits for one. A client that gives up or disconnects ends only the wait:
 * clients time out and lose connections, and paid work must not be lost with them.
 */
async function awaitOutcome(
  server: McpServer,
  host: McpHost,
  run: McpRun,
  seconds: number,
  ctx: ServerContext,
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
