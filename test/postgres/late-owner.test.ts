import { createServer, type RostrumServer } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { numbersIn } from "../server/support/sse.ts";
import { gate, type Gate } from "../server/support/models.ts";
import { takenOverSpendingSuite } from "../support/taken-over-spending.ts";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

describe.skipIf(DATABASE === "")("a server that was silent for longer than its lease", () => {
  function serverOn(schema: string, { model }: Gate, leaseMs: number): RostrumServer {
    const journal = journalIn(schema, { leaseMs });
    const server = createServer({
      journal,
      panels: { two: { debaters: [model, model], rounds: 0 } },
    });
    onTestFinished(() => server.close());
    return server;
  }

  test("loses its debate, tells nothing that isn't stored, and shows what the other one writes", async () => {
    const schema = newSchema();
    const slow = gate("1");
    const quick = gate("2");
    // So long that it isn't renewed before the other server has taken the debate.
    const first = serverOn(schema, slow, 3_600_000);
    const request = { question: "Which?", id: "run" };
    await first.app.request("http://localhost/debates", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    await slow.asked(2);
    const watching = numbersIn(await first.app.request("http://localhost/debates/run/events"));
    await statement(`UPDATE ${schema}.owners SET until = clock_timestamp() - interval '1 second'`);
    const second = serverOn(schema, quick, 1000);
    expect(await second.resume()).toEqual(["run"]);
    quick.open();
    const whole = await numbersIn(await second.app.request("http://localhost/debates/run/events"));
    slow.open();
    const seen = await watching;
    expect(seen).toEqual(whole.slice(0, seen.length));
    expect(seen.length).toBeLessThan(whole.length);
    const record = await (await first.app.request("http://localhost/debates/run")).json();
    expect(record).toMatchObject({ status: "completed", result: { answer: "2" } });
  });
});

describe.skipIf(DATABASE === "")("with a journal in Postgres", () => {
  takenOverSpendingSuite(() => {
    const schema = newSchema();
    return [journalIn(schema), journalIn(schema)];
  });
});
