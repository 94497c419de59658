import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { AwaitableDebate } from "../debates/live-debate.ts";
import type { Order } from "../debates/debate-order.ts";
import type { Gate } from "../access/gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError } from "../http-error.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { untilAborted } from "../until-aborted.ts";
import { keyOf } from "../routes/idempotency-key.ts";

export interface AskOptions {
  service: DebateService;
  panels: Pick<SavedPanels, "names" | "offers">;
  gate: Gate;
  keepAliveMs: number;
}

/** A debate that one client waits for. */
export interface Asked {
  id: string;
  debate: AwaitableDebate;
  /** When it began, in seconds since 1970. */
  created: number;
  /** Called when the client is gone. */
  leave(): void;
  /** Waits for the result as long as the client is connected. */
  untilOver(): Promise<Awaited<AwaitableDebate["result"]>>;
}

/** Runs a debate for a client of OpenAI's API, or joins the one with the same key. */
export async function askPanel(
  c: Context<AppEnv>,
  service: DebateService,
  order: Omit<Order, "client" | "key">,
): Promise<Asked> {
  const keyed = keyOf(c);
  const { id, live } = await service.start({ ...order, client: "chat", ...keyed });
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
  return {
    id,
    debate,
    created: Math.floor((debate.events[0]?.at ?? Date.now()) / 1000),
    leave,
    untilOver: () =>
      untilAborted(
        signal,
        debate.result,
        () => new HttpError(409, "client_left", "the client left"),
      ),
  };
}
