import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it came over the wire. */
export interface Received {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** Response of the server to a request. */
export type Behaviour =
  | {
      reply: string;
      finish?: string;
      usage?: Record<string, unknown> | null;
      /** Delays the response. */
      until?: Promise<void>;
    }
  | { status: number; message: string; headers?: Record<string, string> }
  /** Calls the tool of that name. */
  | { tool: string; input?: string }
  /** Sends half a reply and closes the connection. */
  | { drop: string }
  /** Refuses `response_format`, and otherwise replies. */
  | { refuseFormat: string }
  /** Sends a web page, as a wrong path of a server for people does. */
  | { page: string };

export interface OpenAiServer {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** A real HTTP server that speaks OpenAI's chat protocol, and behaves as the test says, call by call. */
export async function openAiServer(
  behave: (request: Received, index: number) => Behaviour,
  models: readonly string[] = ["tiny"],
): Promise<OpenAiServer> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (piece: string) => (text += piece));
    incoming.on("end", () => {
      const path = incoming.url ?? "";
      if (path.endsWith("/models")) {
        const data = models.map((id) => ({ id, object: "model" }));
        sendJson(response, 200, { object: "list", data });
        return;
      }
      const request = {
        path,
        headers: incoming.headers,
        body: JSON.parse(text) as Received["body"],
      };
      received.push(request);
      answer(response, request, behave(request, received.length - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function answer(response: ServerResponse, request: Received, behaviour: Behaviour): void {
  if ("status" in behaviour) {
    const { status, message, headers } = behaviour;
    sendJson(response, status, { error: { message, type: "error" } }, headers);
  } else if ("tool" in behaviour) {
    const called = { name: behaviour.tool, arguments: behaviour.input ?? '{"x":2,"y":3}' };
    const tool_calls = [{ index: 0, id: "call_1", type: "function", function: called }];
    complete(response, request, { reply: "", finish: "tool_calls", message: { tool_calls } });
  } else if ("drop" in behaviour) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(chunk({ content: behaviour.drop }, null), () => response.destroy());
  } else if ("page" in behaviour) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(behaviour.page);
  } else if ("refuseFormat" in behaviour) {
    if (request.body["response_format"] !== undefined) {
      const message = "response_format of type json_schema is not supported";
      sendJson(response, 400, { error: { message } });
    } else {
      complete(response, request, { reply: behaviour.refuseFormat });
    }
  } else {
    const { until = Promise.resolve() } = behaviour;
    void until.then(() => complete(response, request, behaviour));
  }
}

function complete(
  response: ServerResponse,
  { body }: Received,
  {
    reply,
    finish = "stop",
    usage = USAGE,
    message = {},
  }: Extract<Behaviour, { reply: string }> & { message?: object },
): void {
  if (body["stream"] === true) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const word of reply.split(/(?<= )/)) response.write(chunk({ content: word }, null));
    response.write(chunk({}, finish));
    if (usage) response.write(`data: ${JSON.stringify({ ...FRAME, choices: [], usage })}\n\n`);
    response.end("data: [DONE]\n\n");
    return;
  }
  sendJson(response, 200, {
    ...FRAME,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: reply, ...message },
        finish_reason: finish,
      },
    ],
    ...(usage ? { usage } : {}),
  });
}

const FRAME = { id: "chatcmpl-1", created: 1, model: "tiny" };

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...FRAME, object: "chat.completion.chunk", choices })}\n\n`;
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
