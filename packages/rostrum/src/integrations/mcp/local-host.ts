import { Debate } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { DebateConfig } from "../../protocol/config.ts";
import type { RunStore } from "../../protocol/journal.ts";
import { fold } from "../../record/index.ts";
import type { McpHost } from "./host.ts";

export interface LocalHostOptions {
  /** Panels by name; the first is the default. */
  panels: Record<string, Omit<DebateConfig<unknown>, "journal">>;
  /** Where debates are kept and looked up. */
  journal: RunStore;
}

/** Holds debates in this process: what `rostrum mcp` does over standard input and output. */
export function localHost({ panels, journal }: LocalHostOptions): McpHost {
  const names = Object.keys(panels);
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");
  return {
    panels: names,
    async debate({ question, context, panel = names[0] ?? "", rounds }, { signal, onEvent }) {
      const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
      if (!config)
        throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
      const debate = new Debate({
        ...config,
        journal,
        ...(rounds === undefined ? {} : { rounds }),
      });
      const asked = context === undefined ? question : { text: question, context };
      const result = await debate.run(asked, { signal, onEvent });
      return { status: "completed", result, started: null, error: null };
    },
    async record(id) {
      const run = await journal.read(id);
      return run ? fold(run.events) : null;
    },
    recent: async (limit) => (await journal.list({ limit })).runs,
  };
}
