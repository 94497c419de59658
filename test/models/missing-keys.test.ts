import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { ConfigError, Debate, PanelFailedError } from "../../packages/rostrum/src/index.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function fail(debaters: string[]): Promise<Error> {
  for (const name of ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"])
    vi.stubEnv(name, "");
  vi.stubEnv("GOOGLE_GENERATIVE_AI_API_KEY", "");
  return new Debate({ debaters }).run("q").then(
    () => expect.unreachable(),
    (error: Error) => error,
  );
}

test("all missing keys are in one error, each with the models that need it", async () => {
  const error = await fail(["openai/a", "openai/b", "anthropic/c", "command:no-such-program"]);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error.message).toContain(
    "Missing API keys: OPENAI_API_KEY (for openai/a, openai/b), ANTHROPIC_API_KEY (for anthropic/c).\n" +
      "Run: export OPENAI_API_KEY=… ANTHROPIC_API_KEY=…\n" +
      "Or write them into .env (for your own program: node --env-file=.env).",
  );
  expect(error.message).toContain('"no-such-program" is not on the PATH');
});

test("one missing key is said in the singular", async () => {
  expect((await fail(["google/a*2"])).message).toBe(
    "Missing API key: GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY (for google/a).\n" +
      "Run: export GOOGLE_GENERATIVE_AI_API_KEY=…\n" +
      "Or write it into .env (for your own program: node --env-file=.env).",
  );
});

test("an error is printed without a result that is empty, and with one that isn't", async () => {
  const early = await fail(["openai/a", "openai/b"]);
  expect(inspect(early)).not.toContain("partial");
  expect((early as ConfigError).partial.rounds).toEqual([]);

  const late = await new Debate({
    debaters: [() => Promise.reject(new Error("x")), () => "Answer: 4", () => "?"],
    answer: "number",
    limits: { retries: 0, quorum: 3 },
  })
    .run("q")
    .catch((error: unknown) => error);
  expect(late).toBeInstanceOf(PanelFailedError);
  expect(inspect(late)).toContain("partial");
});
