/**
 * Checked by the compiler alone: what a config says about the answer is what the result's type says.
 */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import {
  agreement,
  chain,
  choice,
  confident,
  council,
  Debate,
  debate,
  editorial,
  findings,
  fold,
  json,
  judged,
  math,
  number,
  ring,
  text,
  type AnswerKind,
  type DebateConfig,
  type DebateEvent,
  type DebateResult,
  type Finding,
  type Journal,
  type ModelFunction,
  type StopReason,
  type Tracer,
} from "./index.ts";
import type { DecisionMethod, KnownErrorCode, KnownMethod, KnownStopReason } from "./types.ts";
import { expectTypeOf } from "vitest";
import { scripted } from "@rostrum/runtime/testing";

declare const model: ModelFunction;
const debaters = [model, model];

export async function answersHaveTheTypeOfTheirKind(): Promise<void> {
  expectTypeOf((await debate("?", { debaters })).answer).toEqualTypeOf<string | null>();
  expectTypeOf((await debate("?", { debaters, answer: "auto" })).answer).toEqualTypeOf<
    string | null
  >();
  expectTypeOf(
    (await debate("?", { debaters, answer: text({ similarity: 1 }) })).answer,
  ).toEqualTypeOf<string | null>();
  expectTypeOf((await debate("?", { debaters, answer: math() })).answer).toEqualTypeOf<
    string | null
  >();
  expectTypeOf((await debate("?", { debaters, answer: number() })).answer).toEqualTypeOf<
    number | null
  >();
  expectTypeOf(
    (await debate<number>("?", { debaters, answer: { type: "number", tolerance: 1 } })).answer,
  ).toEqualTypeOf<number | null>();
  expectTypeOf((await debate("?", { debaters, answer: findings() })).answer).toEqualTypeOf<
    Finding[] | null
  >();
  expectTypeOf((await debate("?", { debaters, answer: "findings" })).answer).toEqualTypeOf<
    Finding[] | null
  >();
  expectTypeOf((await debate("?", { ...editorial, debaters })).answer).toEqualTypeOf<
    string | null
  >();
  expectTypeOf((await debate("?", { ...council, debaters })).answer).toEqualTypeOf<string | null>();
  expectTypeOf((await debate("?", { debaters, answer: "number" })).answer).toEqualTypeOf<
    number | null
  >();
  expectTypeOf((await debate("?", { debaters, answer: "number:0.5" })).answer).toEqualTypeOf<
    number | null
  >();
  expectTypeOf((await debate("?", { debaters, answer: { type: "number" } })).answer).toEqualTypeOf<
    number | null
  >();
  expectTypeOf(
    (await debate("?", { debaters, answer: { type: "choice", options: ["a", "b"] } })).answer,
  ).toEqualTypeOf<"a" | "b" | null>();
  expectTypeOf((await debate("?", { debaters, answer: { type: "choice" } })).answer).toEqualTypeOf<
    string | null
  >();
  expectTypeOf((await new Debate({ debaters, answer: "number" }).run("?")).answer).toEqualTypeOf<
    number | null
  >();
  await debate("?", {
    debaters,
    answer: "number",
    verify: (answer) => (answer.toFixed(0) === "4" ? "ok" : "refuted"),
  });
  expectTypeOf((await debate("?", { debaters, answer: choice(["A", "B"]) })).answer).toEqualTypeOf<
    "A" | "B" | null
  >();
  expectTypeOf((await debate("?", { debaters, answer: choice() })).answer).toEqualTypeOf<
    string | null
  >();
  expectTypeOf((await new Debate({ debaters, answer: number() }).run("?")).answer).toEqualTypeOf<
    number | null
  >();
  expectTypeOf(
    (await new Debate({ debaters, answer: number() }).stream("?").result).answer,
  ).toEqualTypeOf<number | null>();
  expectTypeOf(
    (await new Debate({ debaters, answer: number() }).replay("id")).answer,
  ).toEqualTypeOf<number | null>();
  expectTypeOf(
    (await new Debate({ debaters, answer: number() }).fork("id", { fromRound: 1 })).answer,
  ).toEqualTypeOf<number | null>();
}

declare const schema: StandardSchemaV1<unknown, { city: string; people: number }>;
export async function jsonHasTheOutputOfItsSchema(): Promise<void> {
  const { answer } = await debate("?", { debaters, answer: json(schema) });
  expectTypeOf(answer).toEqualTypeOf<{ city: string; people: number } | null>();
  // @ts-expect-error the schema has no such field
  void answer?.country;
  const { answer: byCity } = await debate("?", {
    debaters,
    answer: json(schema, { by: ["city"] }),
  });
  expectTypeOf(byCity).toEqualTypeOf<typeof answer>();
  // @ts-expect-error the schema has no such field to compare by
  void json(schema, { by: ["country"] });
}

/** The compiler can't derive a type from a JSON Schema. */
export async function jsonSchemasAreAcceptedAsDataAndByTheFactory(): Promise<void> {
  const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const { answer } = await debate("?", { debaters, answer: json(city, { by: ["city"] }) });
  expectTypeOf(answer).toBeUnknown();
  const { answer: ofData } = await debate("?", {
    debaters,
    answer: { type: "json", schema: { type: "object", required: ["city"] }, by: ["city"] },
  });
  expectTypeOf(ofData).toBeUnknown();
  const panel = new Debate({ debaters, answer: { type: "json", schema: city } });
  expectTypeOf((await panel.run("?")).answer).toBeUnknown();
  // An object with a validator has the validator's type.
  const { answer: typed } = await debate("?", { debaters, answer: { type: "json", schema } });
  expectTypeOf(typed).toEqualTypeOf<{ city: string; people: number } | null>();
  // @ts-expect-error a text is no schema
  void json("object");
}

export async function ownKindsHaveTheirOwnType(): Promise<void> {
  const kind = { read: (reply: string) => new Date(reply), same: (a: Date, b: Date) => +a === +b };
  expectTypeOf((await debate("?", { debaters, answer: kind })).answer).toEqualTypeOf<Date | null>();
}

/** F47: an editor completes the known words, and a caller's own word is accepted too. */
export function reasonsAndMethodsAreKnownWordsOrOwnOnes(result: DebateResult): void {
  expectTypeOf(result.stopReason).toEqualTypeOf<StopReason>();
  expectTypeOf(result.decision.method).toEqualTypeOf<DecisionMethod>();
  const own: [StopReason, DecisionMethod] = ["lunch", "myRule"];
  const known: KnownStopReason[] = ["panel_failed", "verified"];
  // @ts-expect-error not one of the known reasons: a table of phrases can't miss or misspell one
  const misspelt: KnownStopReason = "panel-failed";
  // @ts-expect-error the same for methods
  const unknown: KnownMethod = "guess";
  // @ts-expect-error the same for the codes of errors
  const code: KnownErrorCode = "panel-failed";
  void [own, known, misspelt, unknown, code];
}

export function namesAreAcceptedOnlyWhereTheyGiveTheType(): void {
  const byName: AnswerKind<number> = "number";
  const asText: AnswerKind = "text";
  // @ts-expect-error "number" gives numbers, and the answer type is string
  const wrong: AnswerKind = "number";
  // @ts-expect-error "text" gives strings, and the answer type is number
  const alsoWrong: AnswerKind<number> = "text";
  // @ts-expect-error there is no such kind
  const unknown: AnswerKind = "words";
  const numbers: DebateConfig<number> = { debaters, answer: "number" };
  // @ts-expect-error a config without a type parameter answers with a string
  const strings: DebateConfig = { debaters, answer: "number" };
  // @ts-expect-error options are checked
  const options: AnswerKind<"A"> = choice(["A", "B"]);
  void [byName, asText, wrong, alsoWrong, unknown, numbers, strings, options];
}

export function rulesAreNamesObjectsOrFunctions(): void {
  const configs: DebateConfig[] = [
    {
      debaters,
      stop: "unanimous",
      decide: "weighted",
      see: "ring",
      route: "confident",
      poll: "everyone",
    },
    {
      debaters,
      stop: { type: "agreement", share: 0.6 },
      decide: { type: "central" },
      see: { type: "star", i: 1 },
    },
    {
      debaters,
      stop: [agreement(), "stable", ({ round }) => round > 1 && "enough"],
      see: ring(2),
      route: confident({ threshold: 0.5 }),
    },
    { debaters, judge: model, decide: judged({ mode: "pick" }) },
    {
      debaters,
      decide: ({ votes }) => votes[0]?.debater ?? null,
      route: () => "debate",
      see: ({ viewer }) => [viewer + 1],
    },
    { debaters, poll: ({ asked }) => (asked.length === 0 ? [0, 1] : []) },
    // @ts-expect-error no such rule
    { debaters, stop: "soon" },
    // @ts-expect-error no such option
    { debaters, stop: { type: "agreement", shares: 1 } },
    // @ts-expect-error a stop function says yes, no or why
    { debaters, stop: () => 5 },
    // @ts-expect-error no such option
    { debaters, colour: "red" },
  ];
  void configs;
}

export function modelsAreFunctionsIdsOrAiSdkModels(
  sdk: LanguageModelV4,
  older: LanguageModelV3,
): void {
  const configs: DebateConfig[] = [
    {
      debaters: [
        () => "x",
        async () => "x",
        () => ({ text: "x" }),
        sdk,
        older,
        "provider/model",
        scripted(["x"]),
      ],
    },
    { debaters: sdk, panelSize: 3, judge: { model: sdk, temperature: 0 } },
    { debaters: [{ name: "ANN" }, { model: sdk }], model: sdk },
    // @ts-expect-error a reply has text
    { debaters: [() => ({ content: "x" }), () => "x"] },
    // @ts-expect-error panels are lists or one model
    { debaters: { model: sdk } },
  ];
  void configs;
}

/** What OpenTelemetry's API offers, with its overloads. */
interface OtelSpan {
  setAttribute(key: string, value: string | number | boolean | string[]): this;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): this;
  recordException(exception: string | { message?: string; name?: string }, time?: number): void;
  end(endTime?: number): void;
}
interface OtelTracer {
  startActiveSpan<F extends (span: OtelSpan) => unknown>(name: string, run: F): ReturnType<F>;
  startActiveSpan<F extends (span: OtelSpan) => unknown>(
    name: string,
    options: object,
    run: F,
  ): ReturnType<F>;
}
export function anOpenTelemetryTracerFits(otel: OtelTracer): void {
  const tracer: Tracer = otel;
  const config: DebateConfig = { debaters, tracer: otel };
  void [tracer, config];
}

export async function resultsAndEventsAreExact(
  result: DebateResult<number>,
  event: DebateEvent,
  journal: Journal,
): Promise<void> {
  expectTypeOf(result.confidence).toEqualTypeOf<number | null>();
  expectTypeOf(result.rounds[0]?.positions[0]?.answer ?? null).toEqualTypeOf<string | null>();
  expectTypeOf(result.costUsd).toEqualTypeOf<number | null>();
  if (event.type === "debate.delta") {
    expectTypeOf(event.text).toEqualTypeOf<string>();
    // @ts-expect-error deltas are not numbered
    void event.seq;
  } else {
    expectTypeOf(event.seq).toEqualTypeOf<number>();
  }
  if (event.type === "debate.escalated") expectTypeOf(event.waiting).toEqualTypeOf<boolean>();
  // @ts-expect-error no such event
  if (event.type === "debate.begun") return;
  expectTypeOf(fold([event]).result.answer).toEqualTypeOf<unknown>();
  const stored = await journal.read("x");
  expectTypeOf(stored?.status).toEqualTypeOf<"running" | "completed" | "failed" | undefined>();
}

export async function chainsKnowTheirStateAndTheirAnswers(): Promise<void> {
  const panel = new Debate<number>({ debaters, answer: number() });
  const one = await chain({
    panel,
    start: { left: 3 },
    step: ({ left }) => (left > 0 ? `${left}-1` : null),
    next: (state, answer) => {
      expectTypeOf(answer).toEqualTypeOf<number>();
      return { left: state.left - answer };
    },
  });
  expectTypeOf(one.state).toEqualTypeOf<{ left: number }>();
  await chain(
    {
      panel,
      start: 0,
      step: (state) => (state < 3 ? ["1+1", { text: "2+2" }] : null),
      next: (_state, answers) => {
        expectTypeOf(answers).toEqualTypeOf<number[]>();
        return answers.length;
      },
    },
    { onStep: ({ state }) => void expectTypeOf(state).toEqualTypeOf<number>() },
  );
}
