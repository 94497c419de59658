import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { formatCause } from "./format-cause.ts";
import type { LogFields } from "./log.ts";
import { toHttpError, HttpError } from "./http-error.ts";
import { formatMessagesError } from "./anthropic/answer-message.ts";
import { formatError } from "./openai/completion.ts";
import { wrongPathPage } from "./trouble-pages.ts";

/** Answers any error as JSON, in the form that the client expects. Unexpected errors go to the log. */
export function answerError(log: (line: string, fields: LogFields) => void): ErrorHandler<AppEnv> {
  return (error, c) => {
    const httpError = toHttpError(error);
    if (httpError.code === "internal")
      log(`${c.req.method} ${c.req.path}: ${formatCause(error)}`, {
        level: "error",
        requestId: c.get("requestId"),
      });
    return answer(c, httpError);
  };
}

export const answerMissing: NotFoundHandler<AppEnv> = (c) =>
  answer(
    c,
    new HttpError(404, "not_found", "there is no such route; /openapi.json lists all routes"),
  );

function answer(c: Context<AppEnv>, error: HttpError): Response {
  // A browser at a wrong address gets a page, not JSON.
  const isWrongAddress = error.status === 404 || error.status === 401;
  if (isWrongAddress && c.req.method === "GET" && c.req.header("accept")?.includes("text/html"))
    return c.html(wrongPathPage(c.req.path), error.status);
  if (error.retryAfter !== undefined) c.header("retry-after", String(error.retryAfter));
  const { code, message, field } = error;
  // JSON leaves out a field that is undefined.
  if (!/\/v1\//.test(c.req.path)) return c.json({ error: { code, message, field } }, error.status);
  // Clients retry by themselves after a 502 and a 409, and a failed debate would be paid for again.
  const final = error.status === 502 || error.status === 409;
  if (final) c.header("x-should-retry", "false");
  else if (error.retryAfter !== undefined) c.header("x-should-retry", "true");
  const format = c.req.path.endsWith("/v1/messages") ? formatMessagesError : formatError;
  if (code === "conflict") return c.json(format(error), 422);
  return c.json(format(error), final ? 424 : error.status);
}
