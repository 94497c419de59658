import { ApiError } from "./api-error.ts";

/**
 * The error for an answer that does not come from rostrum but from something between the page and
 * the server.
 */
export function createUnexpectedResponse(response: Response): ApiError {
  const type = response.headers.get("content-type")?.split(";")[0] || "nothing";
  return new ApiError(
    response.status,
    "not_the_server",
    `Expected rostrum's answer at ${new URL(response.url).pathname}, got ${type} with status ${response.status} from ` +
      "something in between. The proxy must pass on everything below the page's address to the server.",
  );
}
