import { field } from "@rostrum/core/support";

/** HTML instead of JSON: a login page, a proxy's error page, or a URL that isn't the API. */
export const WEB_PAGE =
  "got an HTML page instead of JSON. Check the model's URL: those of OpenAI-compatible servers usually end in /v1";

/** True if a response has the headers of a web page. */
export function isWebPage(headers: unknown): boolean {
  return /^\s*text\/html\b/i.test(readHeader(headers, "content-type") ?? "");
}

/** From a `Headers` object or a plain one. */
export function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  try {
    const get = field(headers, "get");
    if (typeof get === "function") return toText(get.call(headers, name));
    const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
    return entry && toText(String(entry[1]));
  } catch {
    return undefined;
  }
}

const toText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
