import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { called } from "./support/call.ts";
import { ownFolder } from "./support/process.ts";

function built(): URL {
  const folder = join(ownFolder(), "viewer");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(
    join(folder, "index.html"),
    "<!doctype html><script type=module src=./assets/app-1a2b.js></script>",
  );
  writeFileSync(join(folder, "assets", "app-1a2b.js"), "export {};");
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "..", "secret.js"), "secret");
  return pathToFileURL(`${folder}/`);
}

describe("the page", () => {
  test("is served with its files, which never change under their name", async () => {
    const { get } = called({ page: built() });
    const page = await get("/");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(await page.text()).toContain("app-1a2b.js");
    const script = await get("/assets/app-1a2b.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect((await get("/favicon.svg")).headers.get("content-type")).toBe(
      "image/svg+xml; charset=utf-8",
    );
  });

  test.each([
    "/assets/none.js",
    "/assets/../../secret.js",
    "/assets/..%2f..%2fsecret.js",
    "/assets/%2e%2e/%2e%2e/secret.js",
    "/assets/....//secret.js",
    "/assets/%00.js",
    "/assets/",
    "/assets",
    "/index.html.bak",
  ])("a path outside of its files is not served: %s", async (path) => {
    const { get } = called({ page: built() });
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("secret.js");
  });

  test("where it was not built, the server says what there is instead", async () => {
    const { get } = called({ page: new URL("file:///nowhere/viewer/") });
    const response = await get("/");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("/openapi.json");
  });
});
