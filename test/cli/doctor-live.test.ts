import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openAiServer, type Behaviour, type Received } from "../support/openai-server.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const MARKED = "[[answer k3f9]]\n4\n[[end k3f9]]";
const STRUCTURED = JSON.stringify({ reply: MARKED });

interface Finding {
  state: string;
  text: string;
  details?: Record<string, string>;
}

/** What the doctor says of a server that behaves in this way. */
async function examine(
  behave: (request: Received) => Behaviour,
  { key = "", id = (url: string) => `compat:tiny@${url}` } = {},
): Promise<{ printed: string; live: Finding; code: number | null; received: Received[] }> {
  using home = newHome();
  const server = await openAiServer(behave);
  try {
    const model = id(server.url);
    const panels = { a: { debaters: [model, model] } };
    writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels }));
    const { port } = new URL(server.url);
    const env = { [`ROSTRUM_KEY_127_0_0_1_${port}`]: key };
    const plain = await rostrum(home, ["doctor", "--live", "--trust"], { env });
    const { code, stdout } = await rostrum(home, ["doctor", "--live", "--json", "--trust"], {
      env,
    });
    const findings = JSON.parse(stdout) as Finding[];
    return {
      printed: plain.stdout,
      live: findings.at(-1) as Finding,
      code,
      received: server.received,
    };
  } finally {
    await server.close();
  }
}

test("doctor --live makes one call per model, and says what works there", async () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    prompt_tokens_details: { cached_tokens: 64 },
  };
  const { printed, live, code, received } = await examine(() => ({ reply: STRUCTURED, usage }));
  expect(code).toBe(0);
  // Two runs of the doctor; the panel names the model twice.
  expect(received).toHaveLength(2);
  expect(received[0]?.body).toMatchObject({ max_tokens: 300, stream: true });
  expect(live).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/replied in \d+ ms, first text after \d+ ms$/),
    details: {
      "structured output": "works",
      "answer form": "followed",
      usage: "100 tokens in, 20 out",
      "cache reads": "reported, 64 tokens here",
      refusals: "none here",
      "output limit": "respected (300 tokens)",
    },
  });
  expect(printed).toContain("\n    answer form: followed\n");
});

test("doctor --live reports a server that refuses response_format and reports no usage", async () => {
  const { live, received } = await examine(({ body }) =>
    body["response_format"] === undefined
      ? { reply: MARKED, usage: null }
      : { status: 400, message: "response_format of type json_schema is not supported" },
  );
  expect(received).toHaveLength(4);
  expect(live.details).toMatchObject({
    "structured output": "refused or ignored, so formats are described in the prompt",
    "answer form": "followed",
    usage: expect.stringContaining("not reported"),
    "cache reads": "not reported",
  });
});

test("doctor --live reports a model that ignores the form, refuses, or is cut off", async () => {
  const chatty = await examine(() => ({ reply: "The answer is 4!" }));
  expect(chatty.live.details?.["answer form"]).toContain("not followed");
  const refusing = await examine(() => ({ reply: "", finish: "content_filter" }));
  expect(refusing.live).toMatchObject({ state: "warning" });
  expect(refusing.live.details?.["refusals"]).toContain("refused to answer");
  const cut = await examine(() => ({ reply: "[[ans", finish: "length" }));
  expect(cut.live.details?.["output limit"]).toContain("reached at 300 tokens");
});

test("doctor --live fails if a server sends an HTML page", async () => {
  const { live, code } = await examine(() => ({ page: "<!doctype html><title>Sign in</title>" }));
  expect(code).toBe(1);
  expect(live.state).toBe("problem");
  expect(live.text).toContain("got an HTML page instead of JSON");
});

test("doctor --live prints no key, even if the server repeats it", async () => {
  const key = "a-very-own-key-of-mine";
  const { printed, live } = await examine(
    ({ headers }) => ({
      status: 401,
      message: `wrong key ${headers.authorization ?? ""}; see https://me:pass@host.example/x?sig=abcdef`,
    }),
    { key },
  );
  for (const text of [printed, JSON.stringify(live)]) {
    expect(text).toContain("wrong key");
    expect(text).not.toContain(key);
    expect(text).not.toContain("me:pass");
    expect(text).not.toContain("sig=");
  }
});
