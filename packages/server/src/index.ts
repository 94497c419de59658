export type { AccessPolicy, SpendingLimit } from "./access/policy.ts";
export type { UserRole as Role, Visibility } from "./access/roles.ts";
export type { AppEnv, Via } from "./app-env.ts";
export { createServer, type RostrumServer } from "./create-server.ts";
export type { ClusterClient, SubmitOptions } from "./restate/client.ts";
export { HttpError, type HttpStatus } from "./http-error.ts";
export type { Log, LogFields } from "./log.ts";
export type { Grant, OidcOptions, SignInOptions } from "./oidc/options.ts";
export {
  DEFAULT_LIMITS,
  type AccessEntry,
  type LoadedOptions,
  type PanelConfig,
  type ReloadableOptions,
  type ServerLimits,
  type ServerOptions,
} from "./options.ts";
export type { ReloadOutcome } from "./settings/reload.ts";
export type { KeepOptions } from "./retention/retention.ts";
export { DEFAULT_PORT, serve, type ServeOptions, type Serving } from "./serve.ts";
export type { User } from "./users/users.ts";
export type {
  DebateNotice,
  ProviderNotice,
  WebhookEvent,
  WebhookFormat,
  WebhookOptions,
} from "./webhooks/options.ts";
export { hashToken, newToken, type TokenEntry } from "./users/tokens.ts";
