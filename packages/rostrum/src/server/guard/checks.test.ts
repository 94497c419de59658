import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "../app-env.ts";
import { checked, observed } from "./checks.ts";

test("checks run in order until one answers or throws, and observers see what came of it", async () => {
  const log: string[] = [];
  const observer = (name: string) => () => {
    log.push(`${name} sees the request`);
    return () => void log.push(`${name} sees the response`);
  };
  const check = (name: string) => () => void log.push(name);
  const app = new Hono<AppEnv>()
    .use(observed(observer("a"), observer("b")))
    .use(
      checked(
        check("first"),
        async (c) => {
          await Promise.resolve();
          if (c.req.path === "/answered") return c.text("answered");
          if (c.req.path === "/refused") throw new Error("refused");
          return undefined;
        },
        check("last"),
      ),
    )
    .get("*", (c) => c.text("route"));
  app.onError((error, c) => c.text(error.message, 403));
  const around = (...between: string[]): string[] => [
    "a sees the request",
    "b sees the request",
    ...between,
    "b sees the response",
    "a sees the response",
  ];
  for (const [path, text, between] of [
    ["/", "route", ["first", "last"]],
    ["/answered", "answered", ["first"]],
    ["/refused", "refused", ["first"]],
  ] as const) {
    log.length = 0;
    const response = await app.request(path);
    expect(await response.text()).toBe(text);
    expect(log).toEqual(around(...between));
  }
});
