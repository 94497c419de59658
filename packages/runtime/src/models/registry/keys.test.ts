import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { findKey, listKeyVariables } from "./keys.ts";
import { parseModelId } from "./parse-id.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (url: string) => parseModelId(`compat:x@${url}`, "x");

test.each([
  ["anthropic/x", ["ANTHROPIC_API_KEY"]],
  ["openai/x", ["OPENAI_API_KEY"]],
  ["google/x", ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"]],
  ["openrouter/openai/x", ["OPENROUTER_API_KEY"]],
  ["ollama/x", []],
  ["lmstudio/x", []],
  ["compat:x@https://api.example.com/v1", ["ROSTRUM_KEY_API_EXAMPLE_COM"]],
  ["compat:x@http://localhost:8000/v1", ["ROSTRUM_KEY_LOCALHOST_8000", "ROSTRUM_KEY_LOCALHOST"]],
  ["compat:x@http://127.0.0.1:80/v1", ["ROSTRUM_KEY_127_0_0_1"]],
  ["compat:x@https://api-example.com", ["ROSTRUM_KEY_API__EXAMPLE_COM"]],
  ["compat:x@http://[::1]:8080", ["ROSTRUM_KEY___1_8080", "ROSTRUM_KEY___1"]],
])("%s has its key in %j", (id, variables) => {
  expect(listKeyVariables(parseModelId(id, "x"))).toEqual(variables);
});

test("the first variable that is set counts; an empty one isn't set", () => {
  vi.stubEnv("GOOGLE_GENERATIVE_AI_API_KEY", "");
  vi.stubEnv("GEMINI_API_KEY", "g");
  expect(findKey(parseModelId("google/x", "x"))).toBe("g");
  vi.stubEnv("GOOGLE_GENERATIVE_AI_API_KEY", "first");
  expect(findKey(parseModelId("google/x", "x"))).toBe("first");
});

test("with a port's own key, the host's key stays where it is", () => {
  vi.stubEnv("ROSTRUM_KEY_LOCALHOST", "host");
  vi.stubEnv("ROSTRUM_KEY_LOCALHOST_8000", "port");
  expect(findKey(at("http://localhost:8000"))).toBe("port");
  expect(findKey(at("http://localhost:9000"))).toBe("host");
});

test("two hosts of the internet never share a variable", () => {
  fc.assert(
    fc.property(fc.domain(), fc.domain(), (one, other) => {
      fc.pre(one.toLowerCase() !== other.toLowerCase());
      expect(listKeyVariables(at(`https://${one}`))).not.toEqual(
        listKeyVariables(at(`https://${other}`)),
      );
    }),
  );
  // The one letter that separates lookalikes.
  expect(listKeyVariables(at("https://a-b.com"))).not.toEqual(
    listKeyVariables(at("https://a.b.com")),
  );
});
