import { createHash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { onTestFinished } from "vitest";

interface KeyPair {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

/** An identity provider on loopback that signs with real keys. */
export interface Issuer {
  readonly url: string;
  /** How often the keys were fetched. */
  fetched(): number;
  /** Signs claims; the usual ones are filled in. */
  token(
    claims: Record<string, unknown>,
    how?: { header?: object; expires?: number },
  ): Promise<string>;
  /** Signs with a new key from now on. Without `keep`, the old key is no longer served. */
  rotate(keep?: boolean): Promise<void>;
  /** How long the next token from a sign-in is valid, in seconds. Default 600. */
  nextExpires(seconds: number): void;
  /** No refresh token that was given out is accepted any longer. */
  endSessions(): void;
  /** Answers with this status from now on; 200 again is back to normal. */
  answer(status: number): void;
  stop(): Promise<void>;
  currentJwk(): JWK;
}

export const AUDIENCE = "rostrum";

async function newKey(kid: string, alg: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

export async function issuing(alg = "ES256"): Promise<Issuer> {
  let keys = [await newKey("key-1", alg)];
  let made = 1;
  let fetched = 0;
  let status = 200;
  let url = "";
  const server: Server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (status !== 200) return response.writeHead(status).end("{}");
    if (request.url === "/.well-known/openid-configuration") {
      return response.end(
        JSON.stringify({
          issuer: url,
          jwks_uri: `${url}/keys`,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
        }),
      );
    }
    if (request.url?.startsWith("/authorize?")) return askWho(request.url, response);
    if (request.url === "/token") {
      void text(request).then((body) => exchange(new URLSearchParams(body), response));
      return response;
    }
    if (request.url !== "/keys") return response.writeHead(404).end("{}");
    fetched += 1;
    return response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  });
  /** Codes that were given out, each for one exchange. */
  const codes = new Map<string, URLSearchParams>();
  /** Refresh tokens that were given out, each for one exchange. */
  const renewals = new Set<string>();
  let nextLife = 600;

  /** A page with two links: one signs in, and one gives up. With `as`, nobody has to click. */
  function askWho(path: string, response: ServerResponse): ServerResponse {
    const asked = new URL(path, url).searchParams;
    const back = (answer: Record<string, string>): string => {
      const to = new URL(asked.get("redirect_uri") ?? "");
      const all = { ...answer, state: asked.get("state") ?? "" };
      for (const [name, value] of Object.entries(all)) to.searchParams.set(name, value);
      return to.href;
    };
    const code = crypto.randomUUID();
    codes.set(code, asked);
    if (asked.has("as")) return response.writeHead(302, { location: back({ code }) }).end();
    const link = (words: string, to: string): string =>
      `<a href="${to.replaceAll("&", "&amp;")}">${words}</a>`;
    const links = [link("ada", back({ code })), link("nobody", back({ error: "access_denied" }))];
    response.setHeader("content-type", "text/html");
    return response.end(`<!doctype html><title>Who is it?</title>${links.join(" ")}`);
  }

  async function exchange(given: URLSearchParams, response: ServerResponse): Promise<void> {
    if (given.get("grant_type") === "refresh_token") {
      const known = renewals.delete(given.get("refresh_token") ?? "");
      return known && given.has("client_id") ? grant(response, true) : refuse(response);
    }
    const asked = codes.get(given.get("code") ?? "");
    codes.delete(given.get("code") ?? "");
    const proof = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    const same = (name: string): boolean => given.get(name) === asked?.get(name);
    const well =
      proof === asked?.get("code_challenge") && same("redirect_uri") && same("client_id");
    if (!well) return refuse(response);
    return grant(response, (asked?.get("scope") ?? "").includes("offline_access"));
  }

  function refuse(response: ServerResponse): void {
    response.writeHead(400).end('{"error":"invalid_grant"}');
  }

  async function grant(response: ServerResponse, renewable: boolean): Promise<void> {
    const token = await sign(
      { groups: ["users"], jti: crypto.randomUUID() },
      { expires: nextLife },
    );
    nextLife = 600;
    const renewal = crypto.randomUUID();
    if (renewable) renewals.add(renewal);
    const more = renewable ? { refresh_token: renewal } : {};
    response.end(JSON.stringify({ access_token: token, token_type: "Bearer", ...more }));
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  onTestFinished(stop);
  const current = (): KeyPair => keys.at(-1) as KeyPair;
  async function sign(
    claims: Record<string, unknown>,
    { header = {}, expires = 600 }: { header?: object; expires?: number } = {},
  ): Promise<string> {
    const { kid, alg: own, privateKey } = current();
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: url, aud: AUDIENCE, sub: "ada", iat: now, exp: now + expires };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: own, kid, ...header })
      .sign(privateKey);
  }
  return {
    url,
    fetched: () => fetched,
    currentJwk: () => current().jwk,
    token: sign,
    async rotate(keep = true) {
      made += 1;
      const next = await newKey(`key-${made}`, alg);
      keys = keep ? [...keys, next] : [next];
    },
    nextExpires: (seconds) => void (nextLife = seconds),
    endSessions: () => renewals.clear(),
    answer: (next) => void (status = next),
    stop,
  };
}
