import fc from "fast-check";
import { expect, test } from "vitest";
import { Debate, type DebateConfig, type ModelRequest } from "../../packages/rostrum/src/index.ts";
import { answering } from "../support/panel.ts";

test("a debater's chat is only appended to over the rounds, so that providers' caches of its beginning hold", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        show: fc.constantFrom("latest" as const, "transcript" as const, "digest" as const),
        see: fc.constantFrom<NonNullable<DebateConfig["see"]>>("all", "ring", "star", "sample"),
        prompts: fc.constantFrom("classic" as const, "critique" as const, "revision" as const),
        revise: fc.constantFrom("everyone" as const, "dissenters" as const),
        anonymous: fc.boolean(),
        crux: fc.boolean(),
        clarify: fc.constantFrom(0, 1),
      }),
      fc.array(fc.constantFrom("a", "b", "c", "?"), { minLength: 4, maxLength: 12 }),
      async ({ clarify, crux, ...chosen }, said) => {
        const requests = new Map<string, { request: ModelRequest; reply: string }[]>();
        let calls = 0;
        const model = (request: ModelRequest): string => {
          if (request.role === "crux") return '{"claim": "x is y", "for": [1], "against": [2]}';
          const what = said[calls++ % said.length] ?? "a";
          const reply = what === "?" ? "It depends.\n\nOn what?" : answering(what);
          const before = requests.get(request.debater ?? "") ?? [];
          requests.set(request.debater ?? "", [...before, { request, reply }]);
          return reply;
        };
        await new Debate({
          ...chosen,
          debaters: [model, model, model],
          answer: "exact",
          stop: "never",
          rounds: 3,
          crux: crux ? { model } : false,
          limits: { retries: 0, clarify },
          // A context of its own comes before the question, in every call.
        })
          .run({ text: "Which?", context: "Some long material." })
          .catch(() => undefined);
        for (const chat of requests.values()) {
          chat.slice(1).forEach(({ request }, at) => {
            const { request: before, reply } = chat[at] as (typeof chat)[number];
            expect(request.system).toBe(before.system);
            expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
            expect(request.messages[before.messages.length]).toEqual({
              role: "assistant",
              content: reply,
            });
          });
        }
      },
    ),
    { numRuns: 100 },
  );
});
