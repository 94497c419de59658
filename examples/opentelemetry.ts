// Spans of a debate, with the ordinary OpenTelemetry SDK.
import assert from "node:assert/strict";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { Debate } from "rostrum";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });

const panel = new Debate({
  debaters: [() => "Answer: 42", () => "Answer: 42", () => "Answer: 41"],
  rounds: 1,
  revise: "everyone",
  tracer: provider.getTracer("my-service"),
});
await panel.run("What is six times seven?");

const spans = exporter.getFinishedSpans();
const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
const depth = (id: string | undefined): number =>
  id === undefined || !byId.has(id) ? 0 : 1 + depth(byId.get(id)?.parentSpanContext?.spanId);
for (const { name, parentSpanContext, attributes } of spans.toReversed()) {
  console.log(`${"  ".repeat(depth(parentSpanContext?.spanId))}${name}`, attributes);
}

const count = (name: string): number => spans.filter((span) => span.name === name).length;
assert.equal(count("debate.run"), 1);
assert.equal(count("debate.round"), 2);
assert.equal(count("debate.debater"), 6);
assert.equal(count("debate.aggregate"), 1);
context.disable();
