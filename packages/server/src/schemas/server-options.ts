import { z } from "zod";
import { suggestWord } from "@rostrum/core/options";
import { COUNTED } from "@rostrum/core/protocol";
import { USER_ROLES, VISIBILITIES } from "../access/roles.ts";
import { isLoopbackName } from "../address.ts";
import { EXPECTED_USER_NAME, USER_NAME } from "../users/tokens.ts";
import type { ServerOptions } from "../options.ts";
import { readWebhooks, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from "../webhooks/options.ts";
import { checkConfig } from "./parse.ts";

/** Only signatures with a public key: a key that both sides know could be used to make tokens. */
const SAFE_ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** Parameters that the page sets itself when it sends people to the identity provider. */
const CODE_FLOW_PARAMETERS =
  /^(?:response_type|response_mode|client_id|redirect_uri|scope|state|code_challenge(?:_method)?)$/;

const text = z.string().min(1);
const milliseconds = z.number().min(0).max(86_400_000);
const days = z.number("expected a number of days above 0").positive("expected a number above 0");

/** An object that refuses unknown names, and says which one was probably meant: a typo must not leave a server open. */
function strictObject<T extends z.core.$ZodLooseShape>(shape: T): z.ZodObject<T, z.core.$strict> {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `unknown option; ${suggestWord(issue.keys[0] ?? "", names)}`
        : undefined,
  });
}

function matchText(pattern: RegExp, message: string): z.ZodType {
  return z.string(message).regex(pattern, message);
}

const team = matchText(/^[^\p{C}]{1,64}$/u, "expected a name of 1 to 64 characters").optional();
const sees = z.enum(VISIBILITIES).optional();

const amount = z.number().min(0).optional();
const budget = strictObject(Object.fromEntries(COUNTED.map((part) => [part, amount]))).optional();
const limits = { budget, perDay: budget, perMonth: budget };
const spendingLimit = strictObject(limits);

const token = strictObject({
  user: matchText(USER_NAME, EXPECTED_USER_NAME),
  // The value is not repeated, because it may be the token itself.
  hash: matchText(
    /^sha256:[0-9a-f]{64}$/,
    "expected what hashToken() returned, sha256:<64 hex digits>",
  ),
  role: z.enum(USER_ROLES).optional(),
  admin: z.boolean().optional(),
  team,
  project: team,
  sees,
  ...limits,
});

const grant = strictObject({ role: z.enum(USER_ROLES), team, project: team, sees });

const providerAddress = z
  .string()
  .refine(isSafeAddress, "expected an https:// address (or http:// on this machine)");

function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "") return false;
  const local = isLoopbackName(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && local);
}

/** Refuses options that would accept tokens by mistake. */
const oidc = strictObject({
  issuer: providerAddress,
  audience: z.union([text, z.array(text).min(1)], "expected the audience of this server's tokens"),
  jwksUri: providerAddress.optional(),
  algorithms: z.array(z.enum(SAFE_ALGORITHMS)).min(1).optional(),
  clockSkewSeconds: z.number().min(0).max(300).optional(),
  userClaim: text.optional(),
  groupsClaim: text.optional(),
  groups: z.record(z.string(), grant, 'expected { "name of a group": { "role": "asker" } }'),
  everybody: grant.optional(),
  signIn: strictObject({
    clientId: text,
    scopes: z.array(text).optional(),
    token: z.enum(["access_token", "id_token"]).optional(),
    parameters: z
      .record(
        z.string().refine((name) => !CODE_FLOW_PARAMETERS.test(name)),
        text,
      )
      .optional(),
  }).optional(),
});

const limitsByName = z
  .record(z.string(), spendingLimit, 'expected { "name": { "budget": { "usd": 5 } } }')
  .optional();

const webhook = strictObject({
  name: matchText(/^[\w.-]{1,64}$/, "expected 1 to 64 letters, digits or . _ -"),
  url: z
    .string()
    .refine(isPlainAddress, "expected an http:// or https:// address without a password"),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  secret: z.unknown().optional(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).optional(),
  timeoutMs: z.number().positive().max(60_000).optional(),
  retryAfterMs: z.array(milliseconds).optional(),
});

function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

const origin = z.string().refine((value) => URL.parse(value)?.origin === value, {
  error: ({ input }) =>
    `expected an origin such as https://tools.example.com, got "${String(input)}"`,
});

const policy = strictObject({
  sees,
  users: limitsByName,
  everybody: spendingLimit.optional(),
  teams: limitsByName,
  projects: limitsByName,
});

const keep = strictObject({ days: days.optional(), auditDays: days.optional() });

const publicUrl = z.string().refine(isPlainAddress, {
  error: ({ input }) =>
    // A password in it stays secret.
    `expected an address such as https://panel.example.com${String(input).includes("@") ? " without a password" : `, got "${String(input)}"`}`,
});

/** Settings of a server in a config file. */
const serverSettings = strictObject({
  oidc: oidc.optional(),
  policy: policy.optional(),
  webhooks: z.array(webhook).optional(),
  keep: keep.optional(),
  publicUrl: publicUrl.optional(),
  models: z.array(text).optional(),
});

/** Checks the settings of a config file as a server does when it starts. Throws a `ConfigError` that names the wrong one. */
export function checkServerSettings(settings: object): void {
  checkConfig(serverSettings, settings);
  const { webhooks = [] } = settings as Pick<ServerOptions, "webhooks">;
  readWebhooks(webhooks);
}

/** JSON Schema of the settings in a config file, in which environment variables may stand for a webhook's secrets. */
export function makeSettingsSchema(): object {
  const hook = webhook.extend({
    url: webhook.shape.url.optional(),
    urlEnv: text.optional(),
    secretEnv: text.optional(),
  });
  const settings = serverSettings.extend({ webhooks: z.array(hook).optional() });
  const schema = z.toJSONSchema(settings, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
  });
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

/** Schema of a server's options: data is checked, and unknown names are refused. */
export const serverOptions: z.ZodType = strictObject({
  auth: strictObject({ tokens: z.array(token).optional(), oidc: oidc.optional() }).optional(),
  policy: policy.optional(),
  webhooks: z.array(webhook).optional(),
  keep: keep.optional(),
  cors: z.array(origin).optional(),
  publicUrl: publicUrl.optional(),
  ...Object.fromEntries(
    [
      ...["panels", "defaultPanel", "models", "journal", "restate", "savedPanels", "limits"],
      ...["hosts", "basePath", "proxies", "anyAddress", "metricsPublic", "page", "load"],
      ...["loadTokens", "files", "log", "access"],
    ].map((name) => [name, z.unknown().optional()]),
  ),
});
