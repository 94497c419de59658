import { describe, expect, test } from "vitest";
import { z } from "zod";
import { called, refusal } from "./support/call.ts";

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { "application/json": { schema: object } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

async function document(): Promise<Document> {
  return (await (await called().get("/openapi.json")).json()) as Document;
}

describe("the OpenAPI document", () => {
  test("has every route, each with a name of its own", async () => {
    const { openapi, paths } = await document();
    expect(openapi).toBe("3.1.0");
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.sort()).toEqual(
      [
        "delete /debates/{id}",
        "delete /debates/{id}/assignment",
        "delete /debates/{id}/shares/{share}",
        "delete /session",
        "delete /panels/{name}",
        "delete /users/{user}",
        "get /admin/health",
        "get /admin/server",
        "get /admin/shares",
        "get /admin/users",
        "get /audit",
        "get /auth",
        "get /debates",
        "get /debates/{id}",
        "get /debates/{id}/calls",
        "get /debates/{id}/events",
        "get /debates/{id}/export",
        "get /debates/{id}/files/{sha256}",
        "get /healthz",
        "get /me",
        "get /metrics",
        "get /panels",
        "get /panels/{name}/calibration",
        "get /readyz",
        "get /debates/{id}/shares",
        "get /shared",
        "get /status",
        "get /usage",
        "get /v1/models",
        "get /v1/models/{model}",
        "post /admin/reload",
        "post /debates/{id}/assignment",
        "post /debates/{id}/shares",
        "post /session",
        "post /session/refresh",
        "post /auth/refresh",
        "post /auth/token",
        "post /debates",
        "post /debates/{id}/cancel",
        "post /debates/{id}/follow",
        "post /debates/{id}/fork",
        "post /debates/{id}/outcome",
        "post /debates/{id}/proceed",
        "post /debates/{id}/review",
        "post /debates/{id}/say",
        "post /debates/{id}/speak",
        "post /panels",
        "post /panels/{name}/calibration",
        "post /plan",
        "post /v1/chat/completions",
        "post /v1/messages",
        "post /v1/responses",
      ].sort(),
    );
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test("has every schema that it refers to", async () => {
    const whole = await document();
    const text = JSON.stringify(whole);
    const wanted = new Set(
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(new Set(Object.keys(whole.components.schemas))).toEqual(wanted);
    expect(text).not.toContain("$defs");
  });

  test("names the parameters of a path", async () => {
    const { paths } = await document();
    for (const [path, methods] of Object.entries(paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        expect(parameters.filter((each) => each.in === "path").map(({ name }) => name)).toEqual(
          names,
        );
      }
    }
  });

  test("describes errors of users, panels and sessions without speaking of debates", async () => {
    const { paths } = await document();
    const errors = Object.entries(paths)
      .filter(([path]) => !/^\/(?:debates|v1)/.test(path))
      .flatMap(([, methods]) => Object.values(methods))
      .flatMap(({ responses }) => [responses["404"], responses["409"]])
      .flatMap((response) => response ?? []);
    expect(errors.length).toBeGreaterThan(3);
    for (const { description } of errors) expect(description).not.toContain("debate");
  });

  test("says of a request what the server holds it to", async () => {
    const { components } = await document();
    const whole = { ...components.schemas["DebateRequest"], $defs: components.schemas };
    const local = JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/");
    const schema = z.fromJSONSchema(JSON.parse(local) as Parameters<typeof z.fromJSONSchema>[0]);
    const { post } = called();
    const bodies = [
      { question: "Q?" },
      { question: "Q?", rounds: 1.5 },
      { question: "Q?", stop: "sometimes" },
      { question: "Q?", debaters: [] },
      { question: "Q?", unknown: 1 },
      {},
    ];
    for (const body of bodies) {
      const { status } = await post("/debates", body);
      expect([body, schema.safeParse(body).success]).toEqual([body, status === 201]);
    }
    expect(await refusal(post("/debates", {}))).toMatchObject({ field: "question" });
  });

  test("describes the answers that really come", async () => {
    const { record, runPage, panels } =
      await import("../../packages/server/src/schemas/answers.ts");
    const { plan } = await import("../../packages/server/src/schemas/plan-answer.ts");
    const { get, post, start, finished } = called();
    const id = await start({ question: "Q?", panel: "split" });
    record.parse(await finished(id));
    runPage.parse(await (await get("/debates")).json());
    plan.parse(await (await post("/plan", { question: "Q?" })).json());
    panels.parse(await (await get("/panels")).json());
  });
});
