import type { DebateConfig } from "../../protocol/options.ts";

/** A panel of the server: any config without a journal, because the server has its own. */
export type PanelConfig = Omit<DebateConfig<unknown>, "journal">;
