import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeProvider {
  /** Ends with `/v1`. */
  url: string;
  /** The `authorization` and the referrer of each call. */
  calls: { authorization: string | undefined; referer: string | undefined }[];
  close(): Promise<void>;
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "authorization, content-type",
};

/** A provider on loopback that speaks OpenAI's protocol to browsers and always says the same. */
export async function startFakeProvider(says: string, status = 200): Promise<FakeProvider> {
  const calls: FakeProvider["calls"] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.method === "OPTIONS") {
        response.writeHead(204, CORS).end();
        return;
      }
      const { authorization, referer } = request.headers;
      calls.push({ authorization, referer });
      if (status !== 200) {
        response.writeHead(status, { ...CORS, "content-type": "application/json" });
        response.end(JSON.stringify({ error: { message: says } }));
        return;
      }
      const chunk = (choice: object): string =>
        `data: ${JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, ...choice }] })}\n\n`;
      response.writeHead(200, { ...CORS, "content-type": "text/event-stream" });
      response.write(chunk({ delta: { role: "assistant", content: says } }));
      response.end(`${chunk({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
