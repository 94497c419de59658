import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickModels } from "../../packages/cli/src/discovery/suggest-panels.ts";
import {
  type ListedModel,
  OTHER_PURPOSE,
  readModelList,
} from "../../packages/cli/src/discovery/listed-model.ts";
import { startConnectProxy } from "../support/connect-proxy.ts";
import { openAiServer } from "../support/openai-server.ts";
import { newHome } from "./support/home.ts";
import { MODEL_LISTS } from "./support/model-lists.ts";
import { rostrum } from "./support/rostrum.ts";

describe("models are chosen from the provider's own list", () => {
  test.each(MODEL_LISTS)("$provider in $month", ({ provider, body, expected }) => {
    expect(pickModels(provider, readModelList(body, provider))).toEqual(
      expected.map((id) => `${provider}/${id}`),
    );
  });

  test("a model of the next generation is chosen first, whatever it is called and although nobody knows its price", () => {
    const dated = MODEL_LISTS.filter(({ provider }) => ["openai", "anthropic"].includes(provider));
    const name = fc.stringMatching(/^[a-z][a-z0-9.]{2,12}(-[a-z0-9.]{1,8}){0,3}$/);
    fc.assert(
      fc.property(fc.constantFrom(...dated), name, ({ provider, body }, suffix) => {
        const id = `next-${suffix}-x`;
        fc.pre(!OTHER_PURPOSE.test(id));
        const created = Date.parse("2027-06-01") / 1000;
        const list = readModelList(body, provider);
        const [newest] = readModelList({ data: [{ id, created }] }, provider);
        expect(newest).toBeDefined();
        const listed = newest === undefined ? list : [...list, newest];
        expect(pickModels(provider, listed)[0]).toBe(`${provider}/${id}`);
      }),
    );
  });

  test.each([
    "text-embedding-9",
    "gpt-9-realtime",
    "gpt-image-9",
    "whisper-9",
    "grok-imagine-9",
    "omni-moderation-9",
    "llama-guard-9",
    "gpt-9-search-preview",
    "davinci-002",
    "babbage-002",
    "gpt-3.5-turbo-instruct-0914",
    "llama-9-70b-base",
  ])("%s is never chosen", (id) => {
    expect(pickModels("openai", readModelList({ data: [{ id, created: 9 }] }, "openai"))).toEqual(
      [],
    );
  });
});

describe("a model that is too new for the price list", () => {
  const PRICED = ["gpt-4.1", "gpt-4o"];

  test("waits for the seats that priced models leave free, and init says what it lacks", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: 4" }), [...PRICED, "next-9"]);
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${server.url}/v1` };
    const { code } = await rostrum(home, ["init"], { env });
    const config = readFileSync(home.file("rostrum.config.yaml"), "utf8").split("\n");
    const seats = config.filter((line) => line.includes("model:"));
    expect(seats.map((line) => /"openai\/([^"]+)"/.exec(line)?.[1])).toEqual([...PRICED, "next-9"]);
    expect(seats.map((line) => line.includes("price unknown: --max-cost needs price"))).toEqual([
      false,
      false,
      true,
    ]);
    await server.close();
    expect(code).toBe(0);
  });

  test("isn't asked under --max-cost, where rostrum chooses the panel", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: 4" }), [...PRICED, "next-9"]);
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${server.url}/v1` };
    const args = ["What is 2+2?", "--max-cost", "0.50", "--dry-run"];
    const { code, stdout, stderr } = await rostrum(home, args, { env });
    await server.close();
    expect(code).toBe(0);
    expect(stdout).toContain("at most $0.50");
    expect(stderr).toContain(
      "not asked, because a spending limit needs known prices: openai/next-9",
    );
    expect(stderr).toContain("asking openai/gpt-4.1*2, openai/gpt-4o");
  });

  test("doesn't make older priced models too old", () => {
    const list = (ids: readonly [id: string, date: string][]): ListedModel[] =>
      readModelList(
        { data: ids.map(([id, date]) => ({ id, created: Date.parse(date) / 1000 })) },
        "openai",
      );
    const priced: [string, string][] = [
      ["gpt-5.6-sol", "2026-06-20"],
      ["gpt-5", "2025-09-10"],
      ["gpt-5-mini", "2025-09-10"],
    ];
    const expected = priced.map(([id]) => `openai/${id}`);
    expect(pickModels("openai", list(priced))).toEqual(expected);
    expect(pickModels("openai", list([...priced, ["next-9", "2026-10-20"]]))).toEqual(expected);
  });

  test("isn't in the panel that init --max-cost writes, which could never be asked", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: 4" }), [...PRICED, "next-9"]);
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: `${server.url}/v1` };
    const { code, stderr } = await rostrum(home, ["init", "--max-cost", "0.50"], { env });
    expect(stderr).toContain(
      "not asked, because a spending limit needs known prices: openai/next-9",
    );
    expect(code).toBe(0);
    const config = readFileSync(home.file("rostrum.config.yaml"), "utf8");
    expect(config).toContain("budget: { usd: 0.5 }");
    expect(config).not.toContain("next-9");
    const asked = await rostrum(home, ["What is 2+2?", "--max-cost", "0.20", "--dry-run"], { env });
    expect(asked.stderr).not.toContain("next-9");
    expect(asked.code).toBe(0);
    await server.close();
  });
});

test("a key whose provider lists no model that answers questions is not called missing", async () => {
  using home = newHome();
  for (const listed of [[], ["text-embedding-3-small", "davinci-002"]]) {
    const server = await openAiServer(() => ({ reply: "Answer: 4" }), listed);
    const address = `${server.url}/v1`;
    const env = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: address };
    for (const args of [["What is 2+2?"], ["init"], ["doctor"]]) {
      const { code, stdout, stderr } = await rostrum(home, args, { env });
      expect(code).toBe(1);
      const printed = stdout + stderr;
      expect(printed).toContain(
        `no model that answers questions in the list of OpenAI at ${address} (OPENAI_BASE_URL)`,
      );
      expect(printed).not.toMatch(/no API key|no key/i);
    }
    await server.close();
  }
});

describe("behind a proxy", () => {
  const KEY = { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: "http://models.test/v1" };

  test("init finds the models of a provider", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: 4" }));
    await using proxy = await startConnectProxy({ port: Number(new URL(server.url).port) });
    const env = { ...KEY, HTTP_PROXY: proxy.url };
    const { code, stderr } = await rostrum(home, ["init"], { env });
    await server.close();
    expect(code).toBe(0);
    expect(stderr).toContain("openai/tiny*3");
  });

  test.each([["init"], ["What is the capital of France?"]])(
    "%s says which provider can't be reached and why, and takes no other panel",
    async (...args) => {
      using home = newHome();
      await using proxy = await startConnectProxy({ status: 403 });
      const env = {
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: "https://models.test/v1",
        HTTPS_PROXY: proxy.url,
      };
      const { code, stdout, stderr } = await rostrum(home, args, { env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(
        `OpenAI at https://models.test/v1 (OPENAI_BASE_URL): it could not be reached: the proxy ${proxy.host} refused to connect (status 403)`,
      );
      expect(existsSync(home.file("rostrum.config.yaml"))).toBe(false);
    },
  );
});
