import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Replies of a panel to one question, and how a comparer grouped them. */
export interface RecordedPanel {
  replies: Record<string, { reasons: string; answer: string }>;
  comparison: {
    label: string;
    /** The member whose answer leaves out least. */
    fullest: string;
    differences: { about: string; kind: string; says: { members: string[]; text: string }[] }[];
  };
}

export interface RecordedPanelServer {
  url: string;
  close(): Promise<void>;
}

/** Streamed at this pace, three short replies take a few seconds. */
const MS_PER_WORD = 30;
/** The comparison of all replies isn't shown while it is written. */
const COMPARISON_MS = 1200;

/** Serves recorded replies in OpenAI's chat protocol: the model's name says whose reply it is. */
export async function serveRecordedPanel(panel: RecordedPanel): Promise<RecordedPanelServer> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      if (!request.url?.endsWith("/chat/completions")) {
        response.writeHead(404).end();
        return;
      }
      const body = JSON.parse(text) as ChatRequest;
      void sendReply(response, body, replyTo(panel, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ChatRequest {
  model: string;
  messages: { role: string; content: string | { text?: string }[] }[];
  stream?: boolean;
}

const ANSWER_MARK = /\[\[answer (?<mark>\w+)\]\]/;

function replyTo(panel: RecordedPanel, { model, messages }: ChatRequest): string {
  const prompt = messages
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n"),
    )
    .join("\n");
  if (prompt.startsWith("You sort the numbered answers")) return comparisonOf(panel, prompt);
  const reply = panel.replies[model];
  if (reply === undefined) throw new Error(`no recorded reply of ${model}`);
  const mark = ANSWER_MARK.exec(prompt)?.groups?.["mark"];
  const answer =
    mark === undefined
      ? `Answer: ${reply.answer}`
      : `[[answer ${mark}]]\n${reply.answer}\n[[end ${mark}]]`;
  return `${reply.reasons}\n\n${answer}`;
}

/** The recorded comparison, with the numbers that the prompt gives to the answers. */
function comparisonOf({ replies, comparison }: RecordedPanel, prompt: string): string {
  const byPlace = Object.entries(replies)
    .map(([name, { answer }]) => ({ name, place: prompt.indexOf(answer.slice(0, 60)) }))
    .sort((one, other) => one.place - other.place);
  const numberOf = (name: string): number => byPlace.findIndex((each) => each.name === name) + 1;
  const { label, fullest, differences } = comparison;
  return JSON.stringify({
    groups: [{ items: byPlace.map((_, index) => index + 1), label, fullest: numberOf(fullest) }],
    none: [],
    differences: differences.map(({ about, kind, says }) => ({
      about,
      kind,
      says: says.map(({ members, text }) => ({ items: members.map(numberOf), text })),
    })),
  });
}

async function sendReply(
  response: ServerResponse,
  { stream, model }: ChatRequest,
  reply: string,
): Promise<void> {
  const words = reply.split(/(?<=\s)/);
  const frame = { id: "chatcmpl-1", created: 1, model };
  const usage = { prompt_tokens: 800, completion_tokens: 700, total_tokens: 1500 };
  if (!stream) {
    await sleep(COMPARISON_MS);
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content: reply };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    response.end(JSON.stringify({ ...frame, object: "chat.completion", choices, usage }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (data: object): void => {
    response.write(
      `data: ${JSON.stringify({ ...frame, object: "chat.completion.chunk", ...data })}\n\n`,
    );
  };
  for (const word of words) {
    send({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
    await sleep(MS_PER_WORD);
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  send({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}
