import type { Tracer } from "../../packages/rostrum/src/index.ts";

export interface RecordedSpan {
  name: string;
  parent: string | null;
  attributes: Record<string, unknown>;
  status: { code: number; message?: string } | null;
  exceptions: Error[];
  ended: boolean;
}

/** A tracer that keeps its spans, in the order they were started. */
export function recordingTracer(): Tracer & {
  spans: RecordedSpan[];
  named(name: string): RecordedSpan[];
} {
  const spans: RecordedSpan[] = [];
  return {
    spans,
    named: (name) => spans.filter((span) => span.name === name),
    startActiveSpan(name, { attributes = {} }, run) {
      const span: RecordedSpan = {
        name,
        parent: spans.findLast(({ ended }) => !ended)?.name ?? null,
        attributes: { ...attributes },
        status: null,
        exceptions: [],
        ended: false,
      };
      spans.push(span);
      return run({
        setAttribute: (key, value) => (span.attributes[key] = value),
        setStatus: (status) => (span.status = status),
        recordException: (error) => void span.exceptions.push(error),
        end: () => void (span.ended = true),
      });
    },
  };
}
