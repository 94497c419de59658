import type { DebateConfig } from "../../protocol/options.ts";

/** A panel as the server knows it: any config, without a journal, which is the server's own. */
export type PanelConfig = Omit<DebateConfig<unknown>, "journal">;
