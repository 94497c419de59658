import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { jsonAnswer, overNode } from "./over-node.ts";

const VALUE = { text: "naïve ☃", list: [1, null] };
/** A middleware that sets a header early makes Hono copy the response. */
const app = new Hono().use(cors()).get("/", (c) => jsonAnswer(c, VALUE));

test("where the app is mounted in another server, the answer is read as any other", async () => {
  const response = await app.request("/");
  expect(response.headers.get("content-type")).toBe("application/json");
  const text = await response.text();
  expect(JSON.parse(text)).toEqual(VALUE);
  expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(text));
});

test("over Node, the same text is sent in one piece, also if the response was copied", async () => {
  const response = await app.request("/");
  const sent: unknown[] = [];
  overNode(response)?.({ end: (text: unknown) => sent.push(text) } as unknown as ServerResponse);
  expect(sent).toEqual([await (await app.request("/")).text()]);
});

test("any other body is left to the adapter", () => {
  expect(overNode(new Response("text"))).toBeUndefined();
  expect(overNode(new Response(null))).toBeUndefined();
});
