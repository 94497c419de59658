import { expect, onTestFinished, test } from "vitest";
import { memoryJournal } from "@rostrum/runtime/journal";
import { createServer } from "../create-server.ts";
import { hashToken, newToken } from "../users/tokens.ts";

const [ada, eve] = [newToken(), newToken()] as const;
const answering = (): string => "Answer: 42";

test("ids of OpenAI's API don't lead to debates that the user may not see", async () => {
  const journal = memoryJournal();
  const server = createServer({
    journal,
    panels: { p: { debaters: [answering, answering], rounds: 0 } },
    policy: { sees: "own" },
    auth: {
      tokens: [
        { user: "ada", hash: hashToken(ada) },
        { user: "eve", hash: hashToken(eve) },
      ],
    },
  });
  onTestFinished(() => server.close());
  const ask = async (token: string, path: string, body: object): Promise<[number, string]> => {
    const response = await server.app.request(`http://127.0.0.1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "p", ...body }),
    });
    return [response.status, await response.text()];
  };
  const [, first] = await ask(ada, "/v1/responses", { input: "A private question?" });
  const id = (JSON.parse(first) as { id: string }).id.slice("resp_".length);

  const question = { role: "user", content: "And?" };
  const reference = { type: "item_reference", id: `msg_${id}` };
  const attempts: [string, object][] = [
    ["/v1/responses", { input: "And?", previous_response_id: `resp_${id}` }],
    ["/v1/responses", { input: [reference, question] }],
    [`/debates/${id}/follow`, { model: undefined, question: "And?" }],
  ];
  for (const [path, body] of attempts) {
    expect((await ask(ada, path, body))[0], path).toBeLessThan(300);
    const [status, text] = await ask(eve, path, body);
    expect(status, path).toBe(404);
    expect(text).not.toContain("private");
    // The id is random, and may have any digits.
    expect(text.replaceAll(id, "")).not.toContain("42");
  }
  const { runs } = await journal.list({ user: "eve" });
  expect(runs).toEqual([]);
});
