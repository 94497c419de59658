import type { StoredEvent } from "rostrum";
import { send } from "../../api/request.ts";
import { EVENTS_MARK, embedEvents } from "../../share/embedded.ts";

/** This page with one debate in it, as one file that needs no server. */
export async function buildSharedFile(events: readonly StoredEvent[]): Promise<Blob> {
  const template = await (await send(SHARE_TEMPLATE)).text();
  // By parts and not with `replace`, because a `$` in a reply is not a pattern.
  const [head = "", tail = ""] = template.split(EVENTS_MARK);
  return new Blob([head, embedEvents(events), tail], { type: "text/html" });
}
