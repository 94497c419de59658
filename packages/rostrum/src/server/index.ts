export type { AppEnv } from "./app-env.ts";
export { createServer, type RostrumServer } from "./create-server.ts";
export type { ClusterClient, SubmitOptions } from "../integrations/restate/index.ts";
export type { ServerLimits, ServerOptions } from "./options.ts";
export type { PanelConfig } from "./panels/panel-config.ts";
export { DEFAULT_PORT, serve, type ServeOptions, type Serving } from "./serve.ts";
export { fileLedger, memoryLedger, type Ledger, type Spent } from "./users/ledger.ts";
export type { User } from "./users/users.ts";
export { hashToken, newToken, type TokenEntry } from "./users/tokens.ts";
