export const EXPECTED_TOKEN = "expected the header Authorization: Bearer <token>";

/** Reads the token of an Authorization header; `undefined` if there is none. */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
