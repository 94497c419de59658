/** Value of a span attribute. */
export type AttributeValue = string | number | boolean | string[];

/** Part of an OpenTelemetry tracer that rostrum calls. Any real tracer fits. */
export interface Tracer {
  startActiveSpan<T>(
    name: string,
    options: { attributes?: Record<string, AttributeValue>; kind?: number },
    run: (span: TracerSpan) => T,
  ): T;
}

/** Part of an OpenTelemetry span that rostrum calls. */
export interface TracerSpan {
  setAttribute(name: string, value: AttributeValue): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error): void;
  end(): void;
}

/** Part of an OpenTelemetry meter that rostrum calls. */
export interface Meter {
  createHistogram(
    name: string,
    options: {
      unit?: string;
      description?: string;
      advice?: { explicitBucketBoundaries?: number[] };
    },
  ): { record(value: number, attributes?: Record<string, AttributeValue>): void };
}
