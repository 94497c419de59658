import type { Context } from "hono";
import type { AccessGate } from "../access/gate.ts";
import type { AppEnv } from "../app-env.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { AwaitableDebate } from "../debates/live-debate.ts";
import { HttpError } from "../http-error.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { readKey } from "../routes/idempotency-key.ts";
import { untilAborted } from "../until-aborted.ts";
import type { User } from "../users/users.ts";
import {
  createReadEarlier,
  readPanelRequest,
  readChatQuestion,
  type ChatRequest,
} from "./chat-request.ts";
import { formatToolCalls, orderTools, type ToolCall } from "./tools.ts";

export interface AskOptions {
  service: DebateService;
  panels: Pick<SavedPanels, "names" | "offers">;
  gate: AccessGate;
  keepAliveMs: number;
}

/** A debate that one client waits for. */
export interface AskedDebate {
  id: string;
  debate: AwaitableDebate;
  /** When it began, in seconds since 1970. */
  created: number;
  keepAliveMs: number;
  /** The verdict is only JSON. */
  typed: boolean;
  /** The judge's text is the answer, so it is sent while it is written. */
  plain: boolean;
  /** The tools that the judge called instead of giving an answer. */
  readToolCalls(): Promise<ToolCall[]>;
  /** Called when the client is gone. */
  leave(): void;
  /** Waits for the result as long as the client is connected. */
  untilOver(): Promise<Awaited<AwaitableDebate["result"]>>;
}

export interface ChatOrder {
  chat: ChatRequest;
  /** What the client calls its messages. */
  field: "messages" | "input";
  /** The finished debate that this one follows up. */
  follow?: { id: string } | undefined;
}

const SCHEMA_FIELDS = {
  messages: "response_format.json_schema.schema",
  input: "text.format.schema",
};

/** Runs a debate for a client of OpenAI's API, or joins the one with the same key. */
export async function startChatDebate(
  c: Context<AppEnv>,
  user: User,
  { service, panels, gate, keepAliveMs }: AskOptions,
  { chat, field, follow }: ChatOrder,
): Promise<AskedDebate> {
  const keyed = readKey(c);
  const tooled = await orderTools(chat.messages, chat, createReadEarlier(user, { gate, service }));
  const { id, live } = await service.start({
    request: await readPanelRequest(chat, panels, SCHEMA_FIELDS[field]),
    question: readChatQuestion(chat.messages, field),
    user,
    client: "chat",
    ...keyed,
    ...tooled,
    ...(follow ? { follow } : {}),
    ...(chat.user == null ? {} : { metadata: { user: chat.user } }),
  });
  c.set("debateId", id);
  const debate = live ?? (await service.attend(id));
  // With a key, the client can come back, and a review is needed in any case. Both debates continue.
  const leave = (): void => {
    if (keyed.key === undefined && !live?.waiting) live?.abort("the client left");
  };
  const { signal } = c.req.raw;
  // A stream that was never read is not cancelled when its reader leaves, but the request is.
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  const typed = chat.response_format != null && chat.response_format.type !== "text";
  return {
    id,
    debate,
    created: Math.floor((debate.events[0]?.at ?? Date.now()) / 1000),
    keepAliveMs,
    typed,
    plain: !typed && chat.tools == null,
    // For a debate without tools, the journal isn't read.
    readToolCalls: async () =>
      tooled.tools ? formatToolCalls(id, await service.toolCalls(id)) : [],
    leave,
    untilOver: () => untilAborted(signal, debate.result, leftError),
  };
}

function leftError(): HttpError {
  return new HttpError(409, "client_left", "the client left");
}
