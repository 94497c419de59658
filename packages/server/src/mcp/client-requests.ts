import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type InputRequests,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ModelError, clipLine, toOneLine } from "@rostrum/core/support";
import { lendModel } from "@rostrum/core/models";
import { isPlainObject } from "@rostrum/core/options";
import {
  type ModelReply,
  type ModelRequest,
  parseStepName,
  type OpenWait,
} from "@rostrum/core/protocol";
import type { McpRun } from "./host.ts";

/** What a client can be asked for: a reply of its model, or the words of the person who uses it. */
export interface ClientOffers {
  sampling: boolean;
  elicitation: boolean;
}

/** What the client of a request offers: it says so at the beginning, or with every request. */
export function readOffers({ server }: McpServer, { mcpReq }: ServerContext): ClientOffers {
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
  const told = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return { sampling: told?.sampling !== undefined, elicitation: told?.elicitation !== undefined };
}

/** A call of the model "host" that waits for the client. */
interface LentCall {
  params: CreateMessageRequestParams;
  signal: AbortSignal;
  settle(response: unknown): void;
  fail(error: ModelError): void;
  /** It was sent over the connection of this request, which answers it by itself. */
  sent: boolean;
}

/** The open calls of every debate that may borrow a model, by debate and step. */
const lending = new Map<string, { calls: Map<string, LentCall>; changed: Set<() => void> }>();

/** Lets a debate borrow the model of the client that asked for it, until the returned function is called. */
export function lendClientModel(debateId: string): () => void {
  const calls = new Map<string, LentCall>();
  const changed = new Set<() => void>();
  lending.set(debateId, { calls, changed });
  const takeBack = lendModel(debateId, (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<ModelReply>();
    const key = parseStepName(request.stepId);
    const drop = (): void => void calls.delete(key);
    const call: LentCall = {
      params: writeSamplingRequest(request),
      signal: request.signal,
      settle: (response) => {
        drop();
        try {
          resolve(readSamplingResult(response));
        } catch (error) {
          reject(error);
        }
      },
      fail: (error) => {
        drop();
        reject(error);
      },
      sent: false,
    };
    request.signal.addEventListener("abort", () => {
      if (calls.get(key) === call) drop();
      reject(request.signal.reason as Error);
    });
    calls.set(key, call);
    for (const tell of changed) tell();
    return promise;
  });
  return () => {
    takeBack();
    lending.delete(debateId);
  };
}

/** Calls back whenever a debate wants something of its client. */
export function listenForCalls(debateId: string, changed: () => void): () => void {
  const listeners = lending.get(debateId)?.changed;
  listeners?.add(changed);
  return () => listeners?.delete(changed);
}

const NO_SAMPLING =
  'the program that asks offers no model of its own for "host" (it has no MCP sampling): name other models in the panel, ' +
  "or a program such as command:claude -p";

/** Fails the calls that the client can't answer, so that the panel goes on without them. */
function failCalls(debateId: string): void {
  for (const call of lending.get(debateId)?.calls.values() ?? [])
    call.fail(new ModelError(NO_SAMPLING, { permanent: true, costUsd: 0 }));
}

const SPEAK = "speak_";

/** People whose words a debate waits for. */
export function listSpeakers({ record, own, over }: McpRun): OpenWait[] {
  if (!own || over) return [];
  return record().waits.filter((wait) => wait.for === "speak");
}

/**
 * What a debate wants of its client now, as requests that go back with the answer to a tool call. Clients of the 2026
 * revision send what was said with the next try of the same call.
 */
export function collectRequests(run: McpRun, offers: ClientOffers): InputRequests {
  if (!offers.sampling) failCalls(run.id);
  const calls = run.own ? [...(lending.get(run.id)?.calls ?? [])] : [];
  const speakers = offers.elicitation ? listSpeakers(run) : [];
  return Object.fromEntries([
    ...calls.map(([key, { params }]) => [key, inputRequired.createMessage(params)]),
    ...speakers.map((wait) => [
      SPEAK + wait.name,
      inputRequired.elicit(writeElicitation(run, wait)),
    ]),
  ]) as InputRequests;
}

/** Takes what a client of the 2026 revision sent along with a repeated call. Returns what people declined to say. */
export async function takeResponses(run: McpRun, { mcpReq }: ServerContext): Promise<boolean> {
  let declined = false;
  if (!run.own) return declined;
  for (const [key, response] of Object.entries(mcpReq.inputResponses ?? {})) {
    if (key.startsWith(SPEAK)) {
      const words = readWords(response);
      if (words === null) declined = true;
      else await run.speak(key.slice(SPEAK.length), words);
    } else lending.get(run.id)?.calls.get(key)?.settle(response);
  }
  return declined;
}

/** How long a client may take: a person may have to allow it. */
const PATIENCE_MS = 3_600_000;

/** Sends what a debate wants to a client of the 2025 revisions, over the connection of its own request. */
export function sendRequests(run: McpRun, offers: ClientOffers, { mcpReq }: ServerContext): void {
  if (!offers.sampling) failCalls(run.id);
  if (!run.own) return;
  for (const call of lending.get(run.id)?.calls.values() ?? []) {
    if (call.sent) continue;
    call.sent = true;
    const signal = AbortSignal.any([call.signal, mcpReq.signal]);
    mcpReq.requestSampling(call.params, { signal, timeout: PATIENCE_MS }).then(
      (response) => call.settle(response),
      (error: unknown) => {
        const message = `the client did not lend its model: ${clipLine(String(error), 300)}`;
        call.fail(new ModelError(message, { cause: error, retryable: false }));
      },
    );
  }
}

/** Asks the person who uses a client of the 2025 revisions. `false`: they declined. */
export async function sendElicitation(
  run: McpRun,
  wait: OpenWait,
  { mcpReq }: ServerContext,
): Promise<boolean> {
  const options = { signal: mcpReq.signal, timeout: PATIENCE_MS };
  const words = readWords(await mcpReq.elicitInput(writeElicitation(run, wait), options));
  if (words === null) return false;
  await run.speak(wait.name ?? "", words);
  return true;
}

function writeSamplingRequest(request: ModelRequest): CreateMessageRequestParams {
  const { system, messages, maxOutputTokens, temperature } = request;
  return {
    systemPrompt: system,
    messages: messages.map(({ role, content }) => ({
      role,
      content: { type: "text", text: content },
    })),
    maxTokens: maxOutputTokens ?? 2048,
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** The text of a reply. It comes from the client as it is. */
function readSamplingResult(response: unknown): ModelReply {
  const { content, stopReason } = Object(response) as { content?: unknown; stopReason?: unknown };
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block) =>
    isPlainObject(block) && block["type"] === "text" && typeof block["text"] === "string"
      ? [block["text"]]
      : [],
  );
  if (texts.length === 0)
    throw new ModelError("expected a text from the client's model, got something else", {
      retryable: false,
    });
  return { text: texts.join("\n"), finishReason: stopReason === "maxTokens" ? "length" : "stop" };
}

const SHOWN = 300;

function writeElicitation(
  run: McpRun,
  { name = "", source, round }: OpenWait,
): ElicitRequestFormParams {
  const { result } = run.record();
  // In round 0 a person answers before they read the others, as every debater does.
  const others = round > 0 ? (result.rounds.at(-1)?.positions ?? []) : [];
  const said = others.filter(({ text, debater }) => text !== "" && debater !== source);
  const as = source === undefined || source === name ? "" : `, as ${toOneLine(source)}`;
  return {
    message: [
      `${toOneLine(name)}${as}, what do you say? ${clipLine(result.question, 2000)}`,
      ...said.map(
        ({ debater, answer, text }) => `${toOneLine(debater)}: ${clipLine(answer ?? text, SHOWN)}`,
      ),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { words: { type: "string", title: "Your answer" } },
      required: ["words"],
    },
  };
}

/** What a person said; `null`: they declined. */
function readWords(response: unknown): string | null {
  const { action, content } = Object(response) as { action?: unknown; content?: unknown };
  const words = isPlainObject(content) ? content["words"] : undefined;
  return action === "accept" && typeof words === "string" && words.trim() !== "" ? words : null;
}
