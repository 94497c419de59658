import type { RunStore } from "../../protocol/journal.ts";
import type { McpHost } from "../../integrations/mcp/index.ts";
import { fold } from "../../record/index.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { HttpError } from "../http-error.ts";
import type { Audit, Requester } from "../access/audit.ts";
import type { AccessGate } from "../access/gate.ts";
import type { Order } from "../debates/debate-order.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import { untilAborted } from "../until-aborted.ts";
import type { User } from "../users/users.ts";

export interface ServiceHostOptions {
  service: DebateService;
  journal: RunStore;
  panels: Pick<SavedPanels, "names">;
  gate: AccessGate;
  audit: Audit;
}

/** The caller of the latest request. */
export interface McpCaller {
  user: User;
  from: Requester;
  /** Names of the panels that can be asked now, the default one first. */
  panels: readonly string[];
}

/** Debates for MCP clients through the server's service, within the limits of the user. */
export function createServiceHost(
  { service, journal, gate, audit }: ServiceHostOptions,
  caller: () => McpCaller,
): McpHost {
  async function start(order: Omit<Order, "user">): Promise<LiveDebate> {
    const { user, from } = caller();
    try {
      gate.allow(user, "ask");
      const { live } = await service.start({ ...order, user });
      if (!live) throw new HttpError(409, "conflict", "this question was asked before");
      await audit.done(from, "ask", live.id, 200);
      return live;
    } catch (error) {
      await audit.failed(from, "ask", null, error);
      throw error;
    }
  }

  return {
    panels: caller().panels,
    async debate({ question, context, panel, rounds }, { signal, onEvent }) {
      const request = { panel: panel ?? caller().panels[0], ...omitUndefined({ rounds }) };
      const asked = context === undefined ? question : { text: question, context };
      const live = await start({ request, question: asked, client: "mcp" });
      let heard = 0;
      const hear = (): void => {
        for (; heard < live.events.length; heard++)
          onEvent(live.events[heard] as (typeof live.events)[number]);
      };
      const leave = (): Error | undefined => {
        // A person still has to decide; get_debate returns the result then.
        if (live.waiting)
          return new HttpError(409, "waiting", `"${live.id}" is waiting for a person`);
        live.abort("the client cancelled it");
        return undefined;
      };
      const forget = live.listen({ changed: hear });
      hear();
      try {
        await untilAborted(signal, live.result, leave);
        return fold(live.events);
      } finally {
        forget();
      }
    },
    async record(id) {
      try {
        await gate.reach(caller().user, "read", id);
        return await service.record(id);
      } catch (error) {
        await audit.failed(caller().from, "read", id, error);
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    recent: async (limit) => (await journal.list({ limit, ...gate.visibleTo(caller().user) })).runs,
  };
}
