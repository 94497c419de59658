import fc from "fast-check";
import { memoryJournal, type ModelFunction } from "rostrum";
import { createServer } from "rostrum/server";
import { afterAll, describe, expect, test } from "vitest";
import { says } from "./support/models.ts";

/** The reply of a judge, in the pieces in which it arrives. `OPEN` and `CLOSE` stand for the marks of its call. */
interface Reply {
  parts: string[];
  cuts: number[];
}

const reply: fc.Arbitrary<Reply> = fc.record({
  parts: fc.array(
    fc.oneof(
      fc.constantFrom(
        ...["OPEN", "CLOSE", "\nOPEN\n", "\nCLOSE\n", "**OPEN**\n", "- OPEN", "OPEN CLOSE"],
        ...["\n", "\r\n", "\n\n", "  \n", "\t", " ", "- ", "## ", "**", "[", "[[", "]]", "\u2028"],
        ...[
          "Position: Debater A\n",
          "Answer: ",
          "\nAnswer: 42\n",
          "\n**Final answer:** 42",
          "\nFin",
        ],
        ...["\nConfidence: 0.9\n", "Reason for change: none\n", "\nAnswering is easy.", "42", "🗼"],
        ...["\u0007", "\ufeff", "The tower is in Paris.", "A second sentence that is rather long."],
      ),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 14 },
  ),
  cuts: fc.array(fc.nat({ max: 15 }), { maxLength: 12 }),
});

let next: Reply = { parts: [], cuts: [] };

/** Writes the next reply. */
const judge: ModelFunction = (request) => {
  const prompt = request.messages.map(({ content }) => content).join("\n");
  const mark = /\[\[answer (\w+)\]\]/.exec(prompt)?.[1] ?? "";
  const text = `${next.parts.join("")}\nOPEN\nIt is 42.\nCLOSE`
    .replaceAll("OPEN", `[[answer ${mark}]]`)
    .replaceAll("CLOSE", `[[end ${mark}]]`);
  let at = 0;
  for (const cut of [...next.cuts, text.length]) {
    request.onText?.(text.slice(at, at + cut));
    at += cut;
  }
  return { text, usage: { inputTokens: 10, outputTokens: 5 } };
};

const server = createServer({
  journal: memoryJournal(),
  limits: { requestsPerMinute: 1e6 },
  panels: {
    judged: {
      debaters: [says("It is 42."), says("It is 42."), says("It is 43.")],
      rounds: 0,
      answer: "text",
      compare: "rules",
      judge,
      decide: { type: "judged", always: true },
    },
  },
});
afterAll(() => server.close());

async function ask(path: string, key: string, body: object): Promise<string> {
  const response = await server.app.request(`http://127.0.0.1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ model: "judged", ...body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return text;
}

/** The parts of answers and of events that are looked at. */
interface Data {
  type: string;
  choices: { message: { content: string }; delta: { content?: string } }[];
  output: { content: { text: string }[] }[];
  content: { text: string }[];
  delta: unknown;
}

/** The data of a stream's events. */
function readEvents(stream: string): Data[] {
  return stream
    .split("\n\n")
    .flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? [])
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data) as Data);
}

const messages = [{ role: "user", content: "How many?" }];

/** How each API is asked, and where its answers stand. */
const APIS = {
  chat: {
    path: "/v1/chat/completions",
    body: { messages },
    whole: ({ choices }: Data) => choices[0]?.message.content,
    pieces: (events: Data[]): string[] =>
      events.flatMap(({ choices }) => choices[0]?.delta.content ?? []),
  },
  responses: {
    path: "/v1/responses",
    body: { input: messages },
    whole: ({ output }: Data) => output[1]?.content[0]?.text,
    pieces: (events: Data[]): string[] =>
      events.flatMap(({ type, delta }) =>
        type === "response.output_text.delta" ? [String(delta)] : [],
      ),
  },
  messages: {
    path: "/v1/messages",
    body: { messages, max_tokens: 1000 },
    whole: ({ content }: Data) => content[0]?.text,
    pieces: (events: Data[]): string[] =>
      events.flatMap(({ type, delta }) =>
        type === "content_block_delta" ? [(delta as { text: string }).text] : [],
      ),
  },
};

describe.each(Object.entries(APIS))("a stream of %s", (name, { path, body, whole, pieces }) => {
  test("sends each character once, in any pieces", async () => {
    let count = 0;
    let streamedEarly = 0;
    await fc.assert(
      fc.asyncProperty(reply, async (random) => {
        next = random;
        const key = `${name} ${count++}`;
        const sent = pieces(readEvents(await ask(path, key, { ...body, stream: true })));
        const unstreamed = whole(JSON.parse(await ask(path, key, body)) as Data) ?? "";
        // The judge's reply could not be read, so the answer is another one than what it wrote.
        const isReplaced = unstreamed.startsWith("Notice:") && sent.join("") !== unstreamed;
        if (isReplaced) expect(sent.at(-1)).toBe(`…\n\n${unstreamed}`);
        else expect(sent.join("")).toBe(unstreamed);
        if (sent.filter((piece) => piece !== "").length > 1) streamedEarly += 1;
      }),
      { numRuns: 100 },
    );
    // Otherwise everything came at the end, and nothing was tested.
    expect(streamedEarly).toBeGreaterThan(5);
  });
});

test("a judge that is cut off and asked again repeats nothing that was sent", async () => {
  let attempts = 0;
  const flaky: ModelFunction = (request) => {
    attempts += 1;
    for (const piece of ["The tower ", "is in Paris, ", "and it "]) request.onText?.(piece);
    if (attempts === 1) throw new Error("the connection broke");
    request.onText?.("is old.");
    return "The tower is in Paris, and it is old.";
  };
  const retrying = createServer({
    journal: memoryJournal(),
    panels: {
      judged: {
        debaters: [says("Paris"), says("Paris")],
        rounds: 0,
        judge: flaky,
        decide: { type: "judged", always: true },
        limits: { retries: 1 },
      },
    },
  });
  try {
    const response = await retrying.app.request("http://127.0.0.1/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "judged", messages, stream: true }),
    });
    const content = APIS.chat.pieces(readEvents(await response.text())).join("");
    expect(attempts).toBe(2);
    expect(content.match(/Paris/g)).toHaveLength(1);
    expect(content).toMatch(/^The tower is in Paris, and it is old\./);
  } finally {
    await retrying.close();
  }
});
