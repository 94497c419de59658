import type { RunStore } from "../../protocol/journal.ts";
import type { McpHost } from "../../integrations/mcp/index.ts";
import { fold } from "../../record/index.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";

export interface DeskHostOptions {
  service: DebateService;
  journal: RunStore;
  /** Names of the panels, the default one first. */
  panels: readonly string[];
}

/** Debates for MCP clients through the server's service, within the limits of the user. */
export function serviceHost({ service, journal, panels }: DeskHostOptions, user: User): McpHost {
  return {
    panels,
    async debate({ question, context, panel, rounds }, { signal, onEvent }) {
      const request = { panel: panel ?? panels[0], ...(rounds === undefined ? {} : { rounds }) };
      const asked = context === undefined ? question : { text: question, context };
      const { live } = await service.start({ request, question: asked, user, client: "mcp" });
      if (!live) throw new HttpError(409, "conflict", "this question was asked before");
      let heard = 0;
      const hear = (): void => {
        for (; heard < live.events.length; heard++)
          onEvent(live.events[heard] as (typeof live.events)[number]);
      };
      const left = Promise.withResolvers<never>();
      left.promise.catch(() => undefined);
      const leave = (): void => {
        // A person still has to decide; get_debate returns the result then.
        if (live.waiting)
          left.reject(new HttpError(409, "waiting", `"${live.id}" is waiting for a person`));
        else live.abort("the client cancelled it");
      };
      const forget = live.listen({ changed: hear });
      hear();
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      try {
        await Promise.race([live.result, left.promise]);
        return fold(live.events);
      } finally {
        forget();
        signal.removeEventListener("abort", leave);
      }
    },
    async record(id) {
      try {
        return await service.record(id);
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    recent: async (limit) => (await journal.list({ limit })).runs,
  };
}
