import { expect, test } from "vitest";
import { HOSTILE_REPLIES, hostileRequests } from "../../scripts/lib/hostile-requests.ts";
import { gate } from "./support/models.ts";
import { dialled, listening, sent } from "./support/socket.ts";

test("each hostile request gets its own error, and the server keeps running", async () => {
  let asked = 0;
  const model = (): string => HOSTILE_REPLIES[asked++ % HOSTILE_REPLIES.length] ?? "";
  const slow = gate("1");
  const lines: string[] = [];
  const serving = await listening({
    panels: {
      hostile: { debaters: [model, model, model] },
      watched: { debaters: [slow.model, slow.model] },
    },
    // Past the rate limit of one address, as many senders would be together.
    limits: { requestsPerMinute: 100_000 },
    log: (line) => lines.push(line),
  });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const watched = JSON.stringify({ id: "watched", question: "Q?", panel: "watched" });
  await sent(serving, "/debates", { method: "POST", headers, body: watched });

  const requests = hostileRequests("watched");
  for (const { path, method, stays } of requests) {
    if (!stays) continue;
    const { socket } = await dialled(serving);
    const length = stays === "slow_body" ? "Content-Length: 1000\r\n" : "";
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}\r\n `);
    socket.pause();
  }
  const plain = requests.filter(({ stays }) => !stays);
  const answers = await Promise.all(
    [...plain, ...plain].map(async ({ name, method, path, body, expected }) => {
      const how = { method, headers, ...(body === undefined ? {} : { body }) };
      const { status } = await sent(serving, path, how);
      return { name, status, expected };
    }),
  );
  for (const { name, status, expected } of answers) {
    if (expected) expect([...expected, 503], name).toContain(status);
    else expect(status, name).toBeLessThan(500);
  }
  expect(await sent(serving, "/healthz")).toMatchObject({ status: 200 });
  expect(lines.filter((line) => !/^debate \S+ failed /.test(line))).toEqual([]);
});

test("/healthz is answered for an address that has reached its rate limit", async () => {
  const serving = await listening({ limits: { requestsPerMinute: 1 } });
  await sent(serving, "/panels");
  expect(await sent(serving, "/panels")).toMatchObject({ status: 429 });
  expect(await sent(serving, "/healthz")).toMatchObject({ status: 200 });
  expect(await sent(serving, "/healthz")).toMatchObject({ status: 200 });
});
