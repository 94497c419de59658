import { listPanelNeeds, type PanelNeeds } from "../health/readiness.ts";
import { createSignIn, type SignIn } from "../oidc/sign-in.ts";
import { createVerifier } from "../oidc/verifier.ts";
import type { ReloadableOptions, ServerLimits, ServerOptions } from "../options.ts";
import { createPanelBook, type PanelBook } from "../panels/panel-book.ts";
import { createAllowedModels, createFindCaps, type AllowedModels } from "../panels/panel-models.ts";
import { createConfigFor, type ConfigFor } from "../panels/request-config.ts";
import { checkConfig } from "../schemas/parse.ts";
import { serverOptions } from "../schemas/server-options.ts";
import { checkEntries } from "../users/tokens.ts";
import { createUsers, type Users } from "../users/users.ts";
import { readWebhooks, type Webhook } from "../webhooks/options.ts";

export const RELOADABLE: readonly (keyof ReloadableOptions)[] = [
  "panels",
  "defaultPanel",
  "models",
  "auth",
  "policy",
  "webhooks",
];

/** Parts of a server that are built from its reloadable options. */
export interface LoadedSettings {
  options: ReloadableOptions;
  users: Users;
  signIn: SignIn | null;
  book: PanelBook;
  models: AllowedModels;
  configFor: ConfigFor;
  needs: PanelNeeds[];
  webhooks: Webhook[];
}

/**
 * Checks everything before anything is used, so that wrong options change nothing. `mayBeOpen`: without users, everyone
 * may call.
 */
export function loadSettings(
  options: ServerOptions,
  limits: Required<ServerLimits>,
  mayBeOpen: boolean,
): LoadedSettings {
  checkConfig(serverOptions, options);
  const { panels, defaultPanel, models = [], auth = {}, policy = {}, webhooks = [] } = options;
  const { tokens = [], oidc } = auth;
  checkEntries(tokens);
  const book = createPanelBook(panels, defaultPanel);
  const allowed = createAllowedModels(Object.values(panels), models);
  return {
    options: { panels, models, auth, policy, webhooks, ...(defaultPanel ? { defaultPanel } : {}) },
    users: createUsers(tokens, policy, oidc ? createVerifier(oidc) : null, mayBeOpen),
    signIn: oidc ? createSignIn(oidc) : null,
    book,
    models: allowed,
    configFor: createConfigFor(book, allowed, limits, createFindCaps(Object.values(panels))),
    needs: listPanelNeeds(panels),
    webhooks: readWebhooks(webhooks),
  };
}

/** Returns true if there are tokens or an identity provider. */
export function hasUsers({ auth = {} }: ReloadableOptions): boolean {
  return (auth.tokens ?? []).length > 0 || auth.oidc !== undefined;
}

/** Proxy for the current object, so that holders see a change at once. */
export function followCurrent<T extends object>(current: () => T): T {
  return new Proxy({} as T, { get: (_target, name) => Reflect.get(current(), name) as unknown });
}
