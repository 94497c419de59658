import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal } from "./support/call.ts";
import { ownFolder, serving, type Running } from "./support/process.ts";
import { numbersIn, sseOf } from "./support/sse.ts";

async function post({ url }: Running, path: string, body: object = {}): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function until({ url }: Running, id: string, type: string): Promise<void> {
  for await (const { event } of sseOf(await fetch(`${url}/debates/${id}/events`))) {
    if (event === type) return;
  }
}

async function status({ url }: Running, id: string): Promise<unknown> {
  return ((await (await fetch(`${url}/debates/${id}`)).json()) as { status: string }).status;
}

describe("two servers on one SQLite file", () => {
  test("the second claims nothing that the first holds, and says who holds it", async () => {
    const folder = ownFolder();
    const first = await serving(folder);
    await post(first, "/debates", { question: "Which?", panel: "torn", id: "torn" });
    await until(first, "torn", "debate.escalated");
    const second = await serving(folder);
    expect(await status(second, "torn")).toBe("waiting");
    const refused = await refusal(
      post(second, "/debates/torn/review", { verdict: "correct", answer: "2" }),
    );
    expect(refused).toMatchObject({ status: 409, code: "held_elsewhere" });
    expect(refused.message).toContain(`process ${first.child.pid} on this machine`);
    expect(await refusal(post(second, "/debates/torn/cancel"))).toMatchObject({
      status: 409,
      code: "held_elsewhere",
    });
    expect(second.said()).not.toContain("resuming");
    const review = await post(first, "/debates/torn/review", { verdict: "correct", answer: "2" });
    expect(review.status).toBe(200);
    expect(await numbersIn(await fetch(`${second.url}/debates/torn/events`))).toContain(0);
    expect(await status(second, "torn")).toBe("completed");
  });

  test("the second takes over the debates of the first when it dies, and can review them", async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, "hold"), "");
    const first = await serving(folder);
    await post(first, "/debates", { question: "Which?", panel: "torn", id: "torn" });
    await post(first, "/debates", { question: "Which?", panel: "three", id: "long" });
    await until(first, "torn", "debate.escalated");
    await until(first, "long", "debate.round_completed");
    const second = await serving(folder);
    const watching = numbersIn(await fetch(`${second.url}/debates/long/events`));
    await first.end("SIGKILL");
    rmSync(join(folder, "hold"));
    expect(existsSync(join(folder, "hold"))).toBe(false);
    const numbers = await watching;
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(await status(second, "long")).toBe("completed");
    const review = await post(second, "/debates/torn/review", { verdict: "correct", answer: "2" });
    expect(review.status).toBe(200);
    await expect.poll(() => status(second, "torn")).toBe("completed");
    await expect.poll(() => second.said()).toContain("resuming long");
  });
});
