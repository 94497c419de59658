/** The part of an OpenTelemetry tracer that rostrum calls: any real tracer fits. */
export interface Tracer {
  startActiveSpan<T>(
    name: string,
    options: { attributes?: Record<string, string | number | boolean> },
    run: (span: TracerSpan) => T,
  ): T;
}

export interface TracerSpan {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  recordException(error: Error): void;
  end(): void;
}
