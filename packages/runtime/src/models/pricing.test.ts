import { ModelError } from "@rostrum/core/support";
import { expect, test } from "vitest";
import { computeErrorCost } from "./pricing.ts";

const network = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code }) });

test.each([
  ["a refused connection", new ModelError("no", { cause: network("ECONNREFUSED") }), 0],
  ["a name without an address", new ModelError("no", { cause: network("ENOTFOUND") }), 0],
  ["an answer with an error", new ModelError("no", { status: 503 }), 0],
  // The provider has read the request, or may have.
  ["a gateway that gave up waiting", new ModelError("no", { status: 504 }), null],
  ["Cloudflare's gateway that gave up waiting", new ModelError("no", { status: 524 }), null],
  ["a connection that was closed", new ModelError("no", { cause: network("ECONNRESET") }), null],
  ["a failure without a cause", new ModelError("no"), null],
])("the cost of %s", (_, error, costUsd) => {
  expect(computeErrorCost(error).costUsd).toBe(costUsd);
});
