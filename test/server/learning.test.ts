import { memoryJournal, type ModelFunction, type RunStore } from "rostrum";
import { calibrate } from "rostrum/eval";
import { hashToken, newToken, type ServerOptions } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { called, refusal, type Called } from "./support/call.ts";
import { gate } from "./support/models.ts";

const tokens = { ada: newToken(), root: newToken() };
const as = (user: keyof typeof tokens): Record<string, string> => ({
  authorization: `Bearer ${tokens[user]}`,
});

/** From here on, members answer as they never did before. */
const STRANGE = 1000;

/** How often each of them errs, one time in so many. */
function errs(every: number, offset: number): ModelFunction {
  return ({ question }) => {
    const number = Number(/\d+/.exec(question)?.[0] ?? 0);
    const isWrong = number >= STRANGE || number % every === 0;
    return `Answer: ${isWrong ? number + offset : number}`;
  };
}

const MEMBERS = { ann: errs(11, 1), bob: errs(7, 2), cid: errs(3, 3) };
const sums = {
  debaters: Object.entries(MEMBERS).map(([name, model]) => ({ name, model })),
  answer: "number",
  rounds: 0,
  poll: "sequential",
} as const;
const plain = { debaters: sums.debaters, rounds: 0 };

function open(options: Partial<ServerOptions> = {}): Called {
  return called({
    panels: { sums, plain },
    auth: {
      tokens: [
        { user: "ada", hash: hashToken(tokens.ada) },
        { user: "root", role: "admin", hash: hashToken(tokens.root) },
      ],
    },
    ...options,
  });
}

async function ask(call: Called, number: number, panel = "sums"): Promise<string> {
  const body = { id: `q${number}`, panel, question: `What is number ${number}?` };
  const response = await call.post("/debates", body, as("ada"));
  expect(response.status).toBe(201);
  await (await call.get(`/debates/q${number}/events`, as("ada"))).text();
  return `q${number}`;
}

async function askMany(call: Called, from: number, count: number, known = count): Promise<void> {
  for (let number = from; number < from + count; number++) {
    const id = await ask(call, number);
    if (number >= from + known) continue;
    const outcome = { answer: String(number) };
    expect((await call.post(`/debates/${id}/outcome`, outcome, as("ada"))).status).toBe(200);
  }
}

const PATH = "/panels/sums/calibration";
const readJson = async (response: Response | Promise<Response>): Promise<unknown> =>
  (await response).json();
const learn = (call: Called, body: object = {}): Promise<Response> =>
  call.post(PATH, body, as("root"));
const findPanel = async (call: Called): Promise<unknown> => {
  const { panels } = (await readJson(call.get("/panels", as("ada")))) as {
    panels: { name: string; calibration?: unknown }[];
  };
  return panels.find(({ name }) => name === "sums")?.calibration;
};
const readResult = async (call: Called, id: string): Promise<unknown> =>
  ((await readJson(call.get(`/debates/${id}`, as("ada")))) as { result: unknown }).result;

describe("a server's panel learns from its own runs", () => {
  test("what turned out becomes rows, the next debate uses them, and each step is audited", async () => {
    const call = open();
    await askMany(call, 1, 40, 35);
    expect(await readJson(call.get(PATH, as("root")))).toMatchObject({
      uses: true,
      runs: 40,
      known: 35,
      missing: expect.arrayContaining([
        { alpha: 0.02, promise: "holder", rowsNeeded: 300, missing: 265 },
      ]),
      versions: [],
    });
    expect(await findPanel(call)).toMatchObject({ rows: 0, version: null });
    expect((await call.post(PATH, {}, as("ada"))).status).toBe(403);
    expect((await call.get(PATH, as("ada"))).status).toBe(403);
    expect(await readJson(learn(call))).toMatchObject({
      version: 1,
      by: "root",
      rows: 35,
      unlabelled: false,
    });
    expect(await findPanel(call)).toEqual({
      rows: 35,
      unlabelled: false,
      version: 1,
      shift: null,
    });
    const id = await ask(call, 41);
    expect(await readResult(call, id)).toMatchObject({
      answer: 41,
      confidenceBasis: "calibrated",
      shift: { debates: 1, alarm: null },
    });
    const { acts } = (await readJson(call.get("/audit?act=calibrate", as("root")))) as {
      acts: { user: string; outcome: string; code: string | null }[];
    };
    expect(acts.map(({ user, outcome, code }) => `${user} ${outcome} ${code}`)).toEqual([
      "root done sums version 1",
      "ada refused forbidden",
    ]);
  });

  test("versions are kept, an earlier one can be used again, and another server uses it too", async () => {
    const journal = memoryJournal();
    const call = open({ journal });
    await askMany(call, 1, 30);
    await learn(call);
    await askMany(call, 31, 5);
    expect(await readJson(learn(call))).toMatchObject({ version: 2, rows: 35 });
    expect(await readJson(learn(call, { version: 1 }))).toMatchObject({
      version: 3,
      rows: 30,
      copyOf: 1,
    });
    const other = open({ journal });
    expect(await findPanel(other)).toMatchObject({ version: 3, rows: 30 });
    expect(await readJson(other.get(PATH, as("root")))).toMatchObject({
      versions: [
        { version: 3, copyOf: 1, by: "root" },
        { version: 2, rows: 35 },
        { version: 1, rows: 30 },
      ],
    });
    expect(await refusal(learn(call, { version: 9 }))).toMatchObject({ status: 404 });
    expect(await refusal(learn(call, { version: 0 }))).toMatchObject({ status: 400 });
    expect(await refusal(learn(call, { versions: 1 }))).toMatchObject({ status: 400 });
  });

  test("without known answers it learns weights alone, and never in place of known ones", async () => {
    const call = open();
    await askMany(call, 1, 40, 0);
    expect(await readJson(learn(call))).toMatchObject({ unlabelled: true, milestones: [] });
    expect(await readResult(call, await ask(call, 50))).not.toMatchObject({
      stopReason: "decided",
    });
    const rows = Array.from({ length: 40 }, (_, number) => ({
      gold: String(number),
      replies: { ann: `Answer: ${number}`, bob: `Answer: ${number}`, cid: "Answer: 9" },
    }));
    const calibration = calibrate(rows, { answer: "number" });
    const poll = { type: "sequential", calibration } as const;
    const calibrated = open({ panels: { sums: { ...sums, poll } } });
    await askMany(calibrated, 1, 3);
    expect(await refusal(learn(calibrated))).toMatchObject({ status: 409, code: "too_few_known" });
    expect(await findPanel(calibrated)).toMatchObject({ version: null, rows: 40 });
  });

  test("a debate goes on with what its panel knew when it began", async () => {
    const journal: RunStore = memoryJournal();
    const held = gate("7");
    const waiting: ModelFunction = (request) =>
      request.question.includes("hold") ? held.model(request) : MEMBERS.cid(request);
    const poll = { type: "sequential", target: 1, first: 3 } as const;
    const debaters = [...sums.debaters.slice(0, 2), { name: "cid", model: waiting }];
    const options = { journal, panels: { sums: { ...sums, debaters, poll } } };
    const first = open(options);
    await askMany(first, 1, 30);
    await learn(first);
    const question = "hold: what is number 7?";
    await first.post("/debates", { id: "held", panel: "sums", question }, as("ada"));
    await held.asked(1);
    await first.server.close();
    held.open();

    const other = open(options);
    await askMany(other, 31, 5);
    await learn(other);
    await other.server.resume();
    await (await other.get("/debates/held/events", as("ada"))).text();
    expect(await readJson(other.get("/debates/held", as("ada")))).toMatchObject({
      status: "completed",
      started: { metadata: { rostrum_server: { learned: 1 } } },
    });
  });

  test("says why there is nothing to learn", async () => {
    const call = open();
    expect(await refusal(learn(call))).toMatchObject({ status: 409, code: "nothing_to_learn" });
    expect(await refusal(call.post("/panels/plain/calibration", {}, as("root")))).toMatchObject({
      status: 409,
      code: "no_calibrated_rule",
    });
    for (const name of ["none", "a%2Fb", "%00", "__proto__"]) {
      const answer = await refusal(call.post(`/panels/${name}/calibration`, {}, as("root")));
      expect(answer).toMatchObject({ status: 404 });
    }
  });
});

test("the alarm is in the result, with the panel and in the metrics, until the panel learns anew", async () => {
  const call = open();
  await askMany(call, 1, 60);
  await learn(call);
  let id = "";
  for (let number = STRANGE; number < STRANGE + 12; number++) id = await ask(call, number);
  expect(await readResult(call, id)).toMatchObject({
    warnings: expect.arrayContaining([expect.stringMatching(/^The panel agrees differently/)]),
    shift: { alarm: { way: "less" } },
  });
  expect(await findPanel(call)).toMatchObject({ shift: { way: "less" } });
  const metrics = await (await call.get("/metrics", as("ada"))).text();
  expect(metrics).toMatch(/^rostrum_calibration_shift\{calibration="[^"]+"\} 1$/m);
  // A new calibration, from the questions that are asked now, ends it.
  for (let number = STRANGE; number < STRANGE + 12; number++) {
    await call.post(`/debates/q${number}/outcome`, { answer: String(number) }, as("ada"));
  }
  await learn(call);
  expect(await findPanel(call)).toMatchObject({ version: 2, shift: null });
});
