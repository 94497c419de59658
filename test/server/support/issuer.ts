import { createServer, type Server } from "node:http";
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
      return response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
    }
    if (request.url !== "/keys") return response.writeHead(404).end("{}");
    fetched += 1;
    return response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  });
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
  return {
    url,
    fetched: () => fetched,
    currentJwk: () => current().jwk,
    async token(claims, { header = {}, expires = 600 } = {}) {
      const { kid, alg: own, privateKey } = current();
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: url, aud: AUDIENCE, sub: "ada", iat: now, exp: now + expires };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: own, kid, ...header })
        .sign(privateKey);
    },
    async rotate(keep = true) {
      made += 1;
      const next = await newKey(`key-${made}`, alg);
      keys = keep ? [...keys, next] : [next];
    },
    answer: (next) => void (status = next),
    stop,
  };
}
