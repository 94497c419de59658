import { ApiError } from "./api-error.ts";

export const UNEXPECTED_RESPONSE = "not_the_server";

/** Error for a response that comes from a proxy instead of from rostrum. */
export function createUnexpectedResponse(response: Response): ApiError {
  const type = response.headers.get("content-type")?.split(";")[0] || "nothing";
  return new ApiError(
    response.status,
    UNEXPECTED_RESPONSE,
    `Expected rostrum's answer at ${new URL(response.url).pathname}, got ${type} with status ${response.status} from ` +
      "something in between. The proxy must pass on everything below the page's address to the server.",
  );
}
