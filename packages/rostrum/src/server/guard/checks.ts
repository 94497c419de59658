import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

/** Looks at a request before its route does. It throws to refuse the request, and may answer it. */
export type Check = (c: Context<AppEnv>) => void | Response | Promise<void | Response>;

/** Checks in order, as one middleware: each middleware takes several promises per request. */
export function checked(...checks: readonly Check[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    for (const check of checks) {
      const said = check(c);
      const answer = said && "then" in said ? await said : said;
      if (answer) return answer;
    }
    await next();
    return undefined;
  };
}

/** Sees every request. What it returns is called when there is a response. */
export type Observer = (c: Context<AppEnv>) => () => void;

/** Observers as one middleware; the first one sees the response last. */
export function observed(...observers: readonly Observer[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const ends = observers.map((observe) => observe(c)).reverse();
    await next();
    for (const end of ends) end();
  };
}
