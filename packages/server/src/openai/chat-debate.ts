import type { Context } from "hono";
import type { AccessGate } from "../debates/access-gate.ts";
import type { AppEnv } from "../app-env.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { Order } from "../debates/debate-order.ts";
import type { AwaitableDebate, LiveDebate } from "../debates/live-debate.ts";
import type { RemoteDebate } from "../debates/remote-debate.ts";
import { HttpError, isClosingError } from "../http-error.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { readKey } from "../routes/idempotency-key.ts";
import { untilAborted } from "../until-aborted.ts";
import type { User, Users } from "../users/users.ts";
import type { LinkTo } from "../webhooks/message.ts";
import {
  createReadEarlier,
  readPanelRequest,
  readChatQuestion,
  type ChatRequest,
} from "./chat-request.ts";
import { isDeclaredRetry, type Repeats } from "./repeats.ts";
import { formatToolCalls, orderTools, type ToolCall } from "./tools.ts";
import {
  describeWaiting,
  followWaits,
  waitUntilOverOrPaused,
  type WaitingState,
} from "./waiting-state.ts";

export interface AskOptions {
  service: DebateService;
  panels: Pick<SavedPanels, "names" | "offers">;
  gate: AccessGate;
  users: Pick<Users, "projects">;
  repeats: Repeats;
  linkTo: LinkTo;
  keepAliveMs: number;
}

/** A debate that one client waits for. */
export interface AskedDebate {
  id: string;
  debate: AwaitableDebate;
  /** When it began, in seconds since 1970. */
  created: number;
  keepAliveMs: number;
  /** True if the answer must be JSON. */
  wantsJson: boolean;
  /** True if the judge's text is the answer, so it is streamed while it is written. */
  streamsVerdict: boolean;
  /** The tools that the judge called instead of giving an answer. */
  readToolCalls(): Promise<ToolCall[]>;
  /** Called when the client is gone. */
  leave(): void;
  /** States whether the debate is paused, and for whom. */
  state: WaitingState;
  /** Text for the client while the debate waits for a person, and the same for programs. */
  describeWaiting(): { text: string; note: object };
  /** Waits for the result as long as the client is connected. `null`: the debate waits for a person. */
  waitUntilOver(): Promise<Awaited<AwaitableDebate["result"]> | null>;
  /** Called when the client got its answer, or there will be none. The next server continues a suspended debate. */
  settle(): void;
}

export interface ChatOrder {
  chat: ChatRequest;
  /** Name of the messages field in the client's API. */
  field: "messages" | "input";
  /** Name of the answer schema's field in the client's API. */
  schemaField: string;
  /** The finished debate that this one follows up. */
  follow?: { id: string } | undefined;
}

/**
 * Runs a debate for a client of OpenAI's or Anthropic's API, or joins the one with the same key. Without a key, the same request of the
 * same user is the same debate until its answer was delivered.
 */
export async function startChatDebate(
  c: Context<AppEnv>,
  user: User,
  { service, panels, gate, users, repeats, linkTo, keepAliveMs }: AskOptions,
  { chat, field, schemaField, follow }: ChatOrder,
): Promise<AskedDebate> {
  const keyed = readKey(c);
  const tooled = await orderTools(chat.messages, chat, createReadEarlier(user, { gate, service }));
  const order: Order = {
    request: await readPanelRequest(chat, panels, schemaField),
    question: readChatQuestion(chat.messages, field),
    user,
    client: "chat",
    ...keyed,
    ...tooled,
    ...readProject(c, users),
    ...(follow ? { follow } : {}),
    ...(chat.user == null ? {} : { metadata: { user: chat.user } }),
  };
  const { request, question, tools, metadata } = order;
  const content = { request, question, tools, metadata, follow };
  const repeat =
    keyed.key === undefined ? await repeats.claim(user, content, isDeclaredRetry(c)) : null;
  const { id, live } = await service
    .start({ ...order, ...(repeat ? { ...repeat.ordered, repeatable: true } : {}) })
    .catch(async (error: unknown) => {
      await (isClosingError(error) ? repeat?.release() : repeat?.forget());
      throw error;
    });
  c.set("debateId", id);
  const debate = live ?? (await service.attend(id, repeat !== null));
  // With a key, the client can come back at any time, so the debate goes on.
  const detach = repeat && isLive(debate) ? repeats.attend(debate) : (): void => undefined;
  const leaveDebate = (): void => void repeat?.release().then(detach);
  const state = followWaits(debate);
  const { signal } = c.req.raw;
  // A stream that was never read is not cancelled when its reader leaves, but the request is.
  if (signal.aborted) leaveDebate();
  else signal.addEventListener("abort", leaveDebate, { once: true });
  const wantsJson = chat.response_format != null && chat.response_format.type !== "text";
  return {
    id,
    debate,
    created: Math.floor((debate.events[0]?.at ?? Date.now()) / 1000),
    keepAliveMs,
    wantsJson,
    streamsVerdict: !wantsJson && chat.tools == null,
    // For a debate without tools, the journal isn't read.
    readToolCalls: async () =>
      tooled.tools ? formatToolCalls(id, await service.toolCalls(id)) : [],
    leave: leaveDebate,
    state,
    describeWaiting() {
      void repeat?.release();
      const [link, waits] = [linkTo(id), state.waits()];
      const note = { debate_id: id, status: "waiting", waits, link };
      return { text: describeWaiting(waits, link), note };
    },
    waitUntilOver: () => untilAborted(signal, waitUntilOverOrPaused(debate, state), leftError),
    settle: () =>
      void (isLive(debate) && debate.isSuspended ? repeat?.release() : repeat?.forget()),
  };
}

/** Returns true for a debate that runs in this process. */
function isLive(debate: LiveDebate | RemoteDebate): debate is LiveDebate {
  return "abort" in debate;
}

/** Ignores an unknown name, because clients send OpenAI's own projects in this header too. */
function readProject(
  c: Context<AppEnv>,
  { projects }: Pick<Users, "projects">,
): { project?: string } {
  const project = c.req.header("openai-project") ?? "";
  return projects.includes(project) ? { project } : {};
}

function leftError(): HttpError {
  return new HttpError(409, "client_left", "the client left");
}
