import type { SetAttribute, Span } from "../../debate/ports.ts";
import type { Tracer, TracerSpan } from "../../protocol/tracer.ts";
import { isInstance, messageOf } from "../../thrown.ts";
import type { ObserverErrors } from "./observer-errors.ts";

const ERROR_STATUS = 2;

const setNothing = (): void => undefined;

const untraced: Span = (_name, _attributes, work) => work(setNothing);

/** Spans in the caller's tracer. Without a tracer, only the work runs. A tracer that throws loses its spans. */
export function spanWith(tracer: Tracer | undefined, observers: ObserverErrors): Span {
  if (!tracer) return untraced;

  async function inSpan<T>(span: TracerSpan, work: (set: SetAttribute) => Promise<T>): Promise<T> {
    try {
      return await work(
        (key, value) => void observers.guard("tracer", () => span.setAttribute(key, value)),
      );
    } catch (thrown) {
      observers.guard("tracer", () => {
        const error = isInstance(thrown, Error) ? thrown : new Error(messageOf(thrown));
        span.recordException(error);
        span.setStatus({ code: ERROR_STATUS, message: messageOf(error) });
      });
      throw thrown;
    } finally {
      observers.guard("tracer", () => span.end());
    }
  }

  return <T>(
    name: string,
    attributes: Parameters<Span>[1],
    work: (set: SetAttribute) => Promise<T>,
  ): Promise<T> => {
    let begun: Promise<T> | undefined;
    observers.guard("tracer", () => {
      void tracer.startActiveSpan(name, { attributes }, (span) => (begun ??= inSpan(span, work)));
    });
    return begun ?? work(setNothing);
  };
}
