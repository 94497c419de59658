import type { Span } from "../../debate/ports.ts";
import type { Tracer } from "../../protocol/tracer.ts";
import { isInstance, messageOf } from "../../thrown.ts";

const ERROR_STATUS = 2;

const untraced: Span = (_name, _attributes, work) => work(() => undefined);

/** Spans through the caller's tracer; without one, the work alone. */
export function spanWith(tracer: Tracer | undefined): Span {
  if (!tracer) return untraced;
  return (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work((key, value) => span.setAttribute(key, value));
      } catch (thrown) {
        const error = isInstance(thrown, Error) ? thrown : new Error(messageOf(thrown));
        span.recordException(error);
        span.setStatus({ code: ERROR_STATUS, message: messageOf(error) });
        throw thrown;
      } finally {
        span.end();
      }
    });
}
