import type { Context, Hono } from "hono";
import type { z } from "zod";
import { getRequester, type Audit } from "../access/audit.ts";
import type { AccessGate } from "../debates/access-gate.ts";
import { findReach, USER_ROLES, type Act } from "../access/roles.ts";
import type { AppEnv } from "../app-env.ts";
import { parseBody } from "../guard/json-bounds.ts";
import { HttpError, invalidRequest } from "../http-error.ts";
import { failure } from "../schemas/answers.ts";
import { parse } from "../schemas/parse.ts";
import type { User } from "../users/users.ts";

type Method = "get" | "post" | "delete";

export interface ResponseDoc {
  description: string;
  schema?: z.ZodType;
  /** Default `application/json`, where there is a schema. */
  type?: string;
}

/** Input of a route, after the request was checked against its schemas. */
export interface RouteInput<Params, Query, Body> {
  c: Context<AppEnv>;
  user: User;
  params: Params;
  query: Query;
  body: Body;
}

/** One route: its request, its responses and its handler. The schemas that check it also describe it. */
export interface RouteSpec<Params, Query, Body> {
  /** The action, which determines who may call the route. */
  act: Act;
  summary: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  headers?: z.ZodType;
  /** Successful responses by status. */
  answers: Record<number, ResponseDoc>;
  /** Error statuses, except those that the rest of the description implies. */
  failures?: readonly number[];
  handle(input: RouteInput<Params, Query, Body>): Response | Promise<Response>;
}

/** Route that can be mounted, with its description. */
export interface ApiRoute extends Omit<RouteSpec<unknown, unknown, unknown>, "handle"> {
  method: Method;
  /** In OpenAPI's form: `/debates/{id}`. */
  path: string;
  /** Without a guard, anybody may call it. */
  mount(app: Hono<AppEnv>, guard?: Guard): void;
}

/** Checks who may call a route, and records who did. */
export interface Guard {
  gate: AccessGate;
  audit: Audit;
}

export function defineRoute<Params = undefined, Query = undefined, Body = undefined>(
  method: Method,
  path: string,
  spec: RouteSpec<Params, Query, Body>,
): ApiRoute {
  const { handle, ...description } = spec;
  return {
    ...description,
    method,
    path,
    mount(app, guard) {
      const pattern = toPattern(path);

      async function answer(c: Context<AppEnv>): Promise<Response> {
        const user = c.get("user");
        guard?.gate.allow(user, spec.act);
        const params = spec.params && parse(spec.params, c.req.param(), "the address");
        const { id } = Object(params) as { id?: unknown };
        if (typeof id === "string") await guard?.gate.reach(user, spec.act, id);
        const query = spec.query && parse(spec.query, readQuery(c), "the query");
        const body = spec.body && parse(spec.body, await readJsonBody(c), "the body");
        return handle({ c, user, params, query, body } as RouteInput<Params, Query, Body>);
      }

      app.on(method, pattern, async (c) => {
        c.set("route", pattern);
        const getDebateId = (): string | null => c.get("debateId") ?? c.req.param("id") ?? null;
        try {
          const response = await answer(c);
          const note = c.get("auditNote");
          await guard?.audit.recordAct(
            getRequester(c),
            spec.act,
            getDebateId(),
            response.status,
            note,
          );
          return response;
        } catch (error) {
          await guard?.audit.recordFailure(getRequester(c), spec.act, getDebateId(), error);
          throw error;
        }
      });
    },
  };
}

/** Converts a path into Hono's syntax. */
function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Rejects repeated query parameters: they are ambiguous. */
function readQuery(c: Context<AppEnv>): Record<string, string> {
  const entries = Object.entries(c.req.queries()).map(([name, [value = "", ...others]]) => {
    if (others.length === 0) return [name, value] as const;
    throw invalidRequest(name, `${name}: expected one value, got ${others.length + 1}`);
  });
  return Object.fromEntries(entries);
}

async function readJsonBody(c: Context<AppEnv>): Promise<unknown> {
  // Another site can't make a browser send a form with this type.
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
    throw new HttpError(415, "not_json", "expected content-type: application/json");
  }
  const value = parseBody(await c.get("readBody")(), c.get("textBytes"));
  if (value === undefined)
    throw new HttpError(400, "invalid_json", "the request body is not valid JSON");
  return value;
}

/** Refuses methods that a known path doesn't have. Call it after all routes are mounted. */
export function refuseOtherMethods(app: Hono<AppEnv>, routes: readonly ApiRoute[]): void {
  const methods = Map.groupBy(routes, ({ path }) => path);
  for (const [path, samePath] of methods) {
    const allowed = samePath
      .flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]))
      .join(", ");
    app.all(toPattern(path), (c) => {
      c.header("allow", allowed);
      const message = `expected ${allowed} for this path, got ${c.req.method}`;
      throw new HttpError(405, "method_not_allowed", message);
    });
  }
}

const FAILURES: Record<number, string> = {
  400: "The request is invalid; `field` names the part.",
  401: "The token is missing, wrong or expired.",
  402: "A limit of the user, the team or the project doesn't leave enough for it.",
  403: "The caller's role doesn't allow it.",
  404: "What the request names doesn't exist, or the caller can't see it.",
  409: "The present state doesn't allow it; the message says why.",
  422: "The key belongs to another request.",
  424: "The debate failed or was cancelled. A repeated request would cost again.",
  429: "Too many requests, or too many debates at once.",
  503: "A model of the panel is not available, or the server is at its limit.",
};

/** Everything that a route may answer with. */
export function describeResponses(route: ApiRoute): Record<number, ResponseDoc> {
  const { path, act, query, body, answers, failures = [] } = route;
  const all = new Set(failures);
  if (query || body) all.add(400);
  if (USER_ROLES.some((role) => findReach(role, act) === "none")) all.add(403);
  if (path.includes("{id}")) all.add(404);
  const described = [...all].map((status) => [
    status,
    { description: FAILURES[status] ?? "An error.", schema: failure },
  ]);
  return { ...answers, ...Object.fromEntries(described) };
}
