import type { ServerOptions } from "../../server/index.ts";

/** A log with one JSON object per line: what happens in the server, and every request. */
export function jsonLog(
  write: (line: string) => void,
): Required<Pick<ServerOptions, "log" | "access">> {
  const entry = (message: string, fields: object): void =>
    write(JSON.stringify({ time: new Date().toISOString(), message, ...fields }));
  return {
    log: (line, fields = {}) => entry(line, fields),
    access: (request) => entry("request", request),
  };
}
