import { memoryJournal } from "rostrum";
import { createServer, type RostrumServer, type ServerOptions } from "rostrum/server";
import { onTestFinished } from "vitest";
import { says } from "./models.ts";

/** A panel that agrees at once. */
export const agreeing = { debaters: [says("42"), says("42"), says("42")] };
/** A panel that never does, so that a person should look. */
export const split = { debaters: [says("1"), says("2"), says("3")], rounds: 1 };

export interface Called {
  server: RostrumServer;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  send(path: string, init: RequestInit): Promise<Response>;
  /** Starts a debate and says its id. */
  start(body: Record<string, unknown>): Promise<string>;
  /** Waits for the end of a debate, by its events. */
  finished(id: string): Promise<Record<string, never>>;
}

/** A server called directly, without a port. It ends with the test. */
export function called(options: Partial<ServerOptions> = {}): Called {
  const server = createServer({
    panels: { agreeing, split },
    journal: memoryJournal(),
    ...options,
  });
  onTestFinished(() => server.close());
  const send = async (path: string, init: RequestInit): Promise<Response> =>
    server.app.request(`http://127.0.0.1${path}`, init);
  const call: Called = {
    server,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    async start(body) {
      const response = await call.post("/debates", body);
      if (response.status !== 201) throw new Error(await response.text());
      return ((await response.json()) as { id: string }).id;
    },
    async finished(id) {
      await (await call.get(`/debates/${id}/events`)).text();
      return (await (await call.get(`/debates/${id}`)).json()) as Record<string, never>;
    },
  };
  return call;
}

/** Status and body of an answer that should be an error. */
export async function refusal(
  answer: Response | Promise<Response>,
): Promise<{ status: number; code: string; message: string; field?: string }> {
  const response = await answer;
  const { error } = (await response.json()) as {
    error: { code: string; message: string; field?: string };
  };
  return { status: response.status, ...error };
}
