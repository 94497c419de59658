import { afterEach, describe, expect, test, vi } from "vitest";
import { Debate, type DebateResult } from "../../packages/rostrum/src/index.ts";
import { findProxy, providerFetch } from "../../packages/runtime/src/models/registry/index.ts";
import { startConnectProxy } from "../support/connect-proxy.ts";
import { openAiServer, type OpenAiServer } from "../support/openai-server.ts";

let server: OpenAiServer | undefined;

afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
  server = undefined;
});

/** The port of a server that always gives the same answer. */
async function serve(): Promise<number> {
  server = await openAiServer(() => ({ reply: "Answer: 42" }));
  return Number(new URL(server.url).port);
}

/** No name server knows the last part of this name. */
const REMOTE = "http://models.test/v1";

function ask(url: string, listens = false): Promise<DebateResult<number>> {
  const panel = new Debate({
    debaters: `compat:tiny@${url}*2`,
    rounds: 0,
    answer: "number",
    limits: { retries: 0 },
  });
  return panel.run("q", listens ? { onEvent: () => undefined } : {});
}

describe("a proxy of the environment", () => {
  test.each([
    ["HTTP_PROXY", false],
    ["http_proxy", true],
    ["ALL_PROXY", false],
    ["all_proxy", true],
  ])("%s is used, streaming: %s", async (variable, listens) => {
    await using proxy = await startConnectProxy({ port: await serve() });
    vi.stubEnv(variable, proxy.url.replace("//", "//ann:secret@"));
    expect((await ask(REMOTE, listens)).answer).toBe(42);
    expect(server?.received).toHaveLength(2);
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
      new Set([`${REMOTE}/chat/completions`]),
    );
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${btoa("ann:secret")}`);
  });

  test.each([".test", "test", "*.test", "models.test", "models.test:80", "*"])(
    "is neither used nor blamed for a host of NO_PROXY: %s",
    async (entry) => {
      await using proxy = await startConnectProxy({ port: await serve() });
      vi.stubEnv("HTTP_PROXY", proxy.url);
      vi.stubEnv("NO_PROXY", `example.com,${entry}`);
      const error = String(await ask(REMOTE).catch((thrown: unknown) => thrown));
      expect(error).toContain("models.test");
      expect(error).not.toContain("proxy");
      expect(proxy.asked).toEqual([]);
    },
  );

  test.each(["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"])(
    "of %s opens a tunnel for https",
    async (variable) => {
      await using proxy = await startConnectProxy({ status: 502 });
      vi.stubEnv(variable, proxy.url);
      await expect(ask("https://models.test/v1")).rejects.toThrow("(status 502)");
      expect(proxy.asked[0]?.target).toBe("models.test:443");
    },
  );

  test("is not blamed for a host of NO_PROXY", () => {
    vi.stubEnv("HTTPS_PROXY", "http://proxy.example.com:3128");
    const isProxied = (noProxy: string, host: string): boolean => {
      vi.stubEnv("NO_PROXY", noProxy);
      return findProxy(new URL(`https://${host}`)) !== null;
    };
    expect(isProxied("", "models.test")).toBe(true);
    expect(isProxied("*", "models.test")).toBe(false);
    expect(isProxied("other.test, models.test", "models.test")).toBe(false);
    expect(isProxied("models.test:443", "models.test")).toBe(false);
    expect(isProxied("models.test:8443", "models.test")).toBe(true);
    expect(isProxied("models.test", "eu.models.test")).toBe(false);
    expect(isProxied("models.test", "othermodels.test")).toBe(true);
    expect(isProxied(".models.test", "models.test")).toBe(false);
    expect(isProxied(".models.test", "eu.models.test")).toBe(false);
    expect(isProxied("*.models.test", "eu.models.test")).toBe(false);
    for (const address of ["fd00::1", "[fd00::1]", "[fd00::1]:443"]) {
      expect(isProxied(address, "[fd00::1]"), address).toBe(false);
    }
    expect(isProxied("[fd00::1]:8443", "[fd00::1]")).toBe(true);
    expect(isProxied("fd00::2", "[fd00::1]")).toBe(true);
  });

  test("gets a request with its method, its headers and its body", async () => {
    await using proxy = await startConnectProxy({ port: await serve() });
    vi.stubEnv("HTTP_PROXY", proxy.url);
    const body = { model: "tiny", messages: [{ role: "user", content: "Hi" }] };
    const request = new Request(`${REMOTE}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect((await providerFetch(request)).status).toBe(200);
    expect(server?.received).toMatchObject([{ body }]);
  });

  test("is not used for this machine", async () => {
    const port = await serve();
    await using proxy = await startConnectProxy({ status: 403 });
    vi.stubEnv("HTTP_PROXY", proxy.url);
    expect((await ask(`http://127.0.0.1:${port}/v1`)).answer).toBe(42);
    expect((await ask(`http://localhost:${port}/v1`)).answer).toBe(42);
    expect(proxy.asked).toEqual([]);
  });

  test.each([REMOTE, "https://models.test/v1"])(
    "is named when it refuses %s, without its password",
    async (url) => {
      await using proxy = await startConnectProxy({ status: 407 });
      vi.stubEnv("HTTP_PROXY", proxy.url.replace("//", "//ann:secret@"));
      const error = await ask(url).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain(`the proxy ${proxy.host} refused to connect (status 407)`);
      expect(String(error)).not.toContain("secret");
    },
  );

  test("can't be one for SOCKS", async () => {
    vi.stubEnv("ALL_PROXY", "socks5://127.0.0.1:1080");
    await expect(ask("https://models.test/v1")).rejects.toThrow(
      "ALL_PROXY: a SOCKS proxy can't be used. Set HTTPS_PROXY to an HTTP proxy",
    );
  });

  test("has to be an address", async () => {
    vi.stubEnv("HTTPS_PROXY", "proxy:3128");
    await expect(ask("https://models.test/v1")).rejects.toThrow(
      'HTTPS_PROXY: "proxy:3128" is not an address. Write one such as http://proxy:3128',
    );
  });
});
