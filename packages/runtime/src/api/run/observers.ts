import type { SetAttribute, Span } from "@rostrum/core/debate";
import type { AttributeValue, Meter, Step, Tracer, TracerSpan } from "@rostrum/core/protocol";
import { field, isInstance, readMessage } from "@rostrum/core/support";
import { listCallAttributes } from "./call-attributes.ts";

/** Code of the user that only observes a run. */
export type Observer = "onEvent" | "onAttempt" | "onStep" | "tracer" | "meter";

/**
 * Errors in code that only observes a run. They never end the run or change a reply: the first error of
 * each observer becomes a warning in the result, and the run continues.
 */
export class ObserverErrors {
  readonly #first = new Map<Observer, string>();

  /** Calls the observer and notes what it throws or rejects with. */
  guard<T>(watcher: Observer, call: () => T): T | undefined {
    try {
      const returned = call();
      const then = field(returned, "then");
      if (typeof then === "function") {
        Promise.resolve(returned).catch((thrown: unknown) => this.#note(watcher, thrown));
      }
      return returned;
    } catch (thrown) {
      this.#note(watcher, thrown);
      return undefined;
    }
  }

  warnings(): string[] {
    return [...this.#first].map(
      ([watcher, words]) =>
        `\`${watcher}\` threw: ${words}. The debate continued; \`${watcher}\` may have missed this event, span or measurement.`,
    );
  }

  #note(watcher: Observer, thrown: unknown): void {
    if (!this.#first.has(watcher)) this.#first.set(watcher, readMessage(thrown));
  }
}

const ERROR_STATUS = 2;

const setNothing = (): void => undefined;

const untraced: Span = (_name, _attributes, work) => work(setNothing);

/** Spans in the caller's tracer. Without a tracer, only the work runs. A tracer that throws loses its spans. */
export function createSpan(
  tracer: Tracer | undefined,
  observers: ObserverErrors,
  kind?: number,
): Span {
  if (!tracer) return untraced;

  async function inSpan<T>(
    span: TracerSpan,
    work: (setAttribute: SetAttribute) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(
        (key, value) => void observers.guard("tracer", () => span.setAttribute(key, value)),
      );
    } catch (thrown) {
      observers.guard("tracer", () => {
        const error = isInstance(thrown, Error) ? thrown : new Error(readMessage(thrown));
        span.recordException(error);
        span.setStatus({ code: ERROR_STATUS, message: readMessage(error) });
      });
      throw thrown;
    } finally {
      observers.guard("tracer", () => span.end());
    }
  }

  return <T>(
    name: string,
    attributes: Parameters<Span>[1],
    work: (setAttribute: SetAttribute) => Promise<T>,
  ): Promise<T> => {
    let started: Promise<T> | undefined;
    observers.guard("tracer", () => {
      void tracer.startActiveSpan(
        name,
        { attributes, ...(kind === undefined ? {} : { kind }) },
        (span) => (started ??= inSpan(span, work)),
      );
    });
    return started ?? work(setNothing);
  };
}

type Histogram = ReturnType<Meter["createHistogram"]>;

const TOKEN_BUCKETS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];
const SECOND_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** Measures the duration and tokens of every call that is really made. */
export function measureCalls(step: Step, meter: Meter, observers: ObserverErrors): Step {
  const histogram = (
    ...[name, options]: Parameters<Meter["createHistogram"]>
  ): Histogram | undefined => observers.guard("meter", () => meter.createHistogram(name, options));
  const duration = histogram("gen_ai.client.operation.duration", {
    unit: "s",
    description: "Duration of calls to models, retries included",
    advice: { explicitBucketBoundaries: SECOND_BUCKETS },
  });
  const tokens = histogram("gen_ai.client.token.usage", {
    unit: "{token}",
    description: "Tokens of calls to models",
    advice: { explicitBucketBoundaries: TOKEN_BUCKETS },
  });
  return async (call, beforeAttempt) => {
    const startedAt = performance.now();
    const outcome = await step(call, beforeAttempt);
    observers.guard("meter", () => {
      const attributes = listCallAttributes(call);
      const failed: Record<string, AttributeValue> =
        outcome.reply === null ? { "error.type": "model_error" } : {};
      duration?.record((performance.now() - startedAt) / 1000, { ...attributes, ...failed });
      const { inputTokens, outputTokens } = outcome.usage;
      if (inputTokens != null)
        tokens?.record(inputTokens, { ...attributes, "gen_ai.token.type": "input" });
      if (outputTokens != null)
        tokens?.record(outputTokens, { ...attributes, "gen_ai.token.type": "output" });
    });
    return outcome;
  };
}
