import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "@rostrum/core/support";
import { parseModelId, splitCount } from "./parse-id.ts";
import { providers } from "./providers.ts";

/** Names as models have them: dots, colons, slashes, even an @; never a star with a number at the end. */
const modelName = fc.stringMatching(/^[\w.:@/+-]{1,40}$/).filter((name) => !name.includes("@http"));
const provider = fc.constantFrom(...Object.keys(providers));
const address = fc
  .record({
    scheme: fc.constantFrom("http", "https"),
    host: fc.oneof(fc.domain(), fc.ipV4(), fc.constant("[::1]"), fc.constant("localhost")),
    port: fc.option(fc.integer({ min: 1, max: 65_535 })),
    path: fc.constantFrom("", "/v1", "/api/v1"),
  })
  .map(({ scheme, host, port, path }) => `${scheme}://${host}${port ? `:${port}` : ""}${path}`);

describe("parseModelId", () => {
  test("provider/model comes apart at the first slash, whatever the model is called", () => {
    fc.assert(
      fc.property(provider, modelName, (name, model) => {
        expect(parseModelId(`${name}/${model}`, "x")).toEqual({ provider: name, model });
      }),
    );
  });

  test("compat:model@address comes apart before the address; slashes at its end don't count", () => {
    fc.assert(
      fc.property(modelName, address, fc.nat(2), (model, url, slashes) => {
        const id = `compat:${model}@${url}${"/".repeat(slashes)}`;
        expect(parseModelId(id, "x")).toEqual({ provider: "compat", model, url });
      }),
    );
  });

  test("anything else is a ConfigError that names the option, and nothing else is thrown", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        try {
          const { provider: name, model } = parseModelId(id, "debaters[0].model");
          expect(id.startsWith(name) && id.includes(model)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          expect(error).toMatchObject({ field: "debaters[0].model" });
        }
      }),
    );
  });

  test.each([
    ["gpt-5", '"gpt-5" has no provider. Write openai/gpt-5'],
    ["", 'got ""'],
    ["nobody/x", 'unknown provider "nobody"'],
    ["constructor/x", 'unknown provider "constructor"'],
    ["openai/", "expected the model's name after the slash, such as openai/<model>"],
    ["/x", "expected a model id such as"],
    ["compat:x", "compat:<model>@<url>"],
    ["compat:@http://localhost", "compat:<model>@<url>"],
    ["compat:x@ftp://localhost", 'after the @, got "ftp://localhost"'],
    ["compat:x@", "after the @, got nothing"],
    ["compat:x@http://:80", 'after the @, got "http://:80"'],
    ["compat:m@127.0.0.1:8080/v1", 'after the @, got "127.0.0.1:8080/v1"'],
    ["compat:x@http://me:secret@localhost/v1", "without a password in it"],
    ["compat:x@http://localhost/v1?key=1", "a base URL without a query or fragment"],
    ["compat:x@http://localhost/v1#there", "a base URL without a query or fragment"],
    ["openai/x*0", "expected 1 to 99 after the *, got 0"],
    ["openai/x*100", "expected 1 to 99 after the *, got 100"],
    ["openai/x*", "expected 1 to 99 after the *, got nothing"],
  ])("%s is refused", (id, words) => {
    expect(() => parseModelId(id, "judge.model")).toThrow(words);
  });

  test("a password in an address is not repeated", () => {
    expect(() => parseModelId("compat:x@http://me:secret@localhost/v1", "x")).not.toThrow("secret");
  });
});

describe("splitCount", () => {
  const id = fc.oneof(
    fc.tuple(provider, modelName).map((parts) => parts.join("/")),
    fc.tuple(modelName, address).map(([model, url]) => `compat:${model}@${url}`),
  );

  test("<id>*n is n of them; an id alone is one", () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 99 }), (one, count) => {
        expect(splitCount(`${one}*${count}`)).toEqual({ id: one, count });
        expect(splitCount(` ${one} `)).toEqual({ id: one, count: 1 });
      }),
    );
  });
});
