import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

/** Allows only the page's own files and this server, so nothing in a reply can run. */
const POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Allows the page to set its own base address. */
export const PAGE_BELOW_A_BASE: string = POLICY.replace("base-uri 'none'", "base-uri 'self'");

const HEADERS: readonly (readonly [string, string])[] = [
  ["content-security-policy", POLICY],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "no-referrer"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["permissions-policy", "camera=(), geolocation=(), microphone=()"],
  // Debates are private, so no cache may keep them.
  ["cache-control", "no-store"],
];

/** Headers of every response, unless a route says otherwise. */
export const addSafeHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of HEADERS) {
    if (!headers.has(name)) headers.set(name, value);
  }
};
