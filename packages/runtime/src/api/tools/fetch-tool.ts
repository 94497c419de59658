import type { IncomingMessage } from "node:http";
import { shorten } from "@rostrum/core/support";
import type { ToolPort } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import { readHtmlText } from "./html-text.ts";
import { isPrivateAddress } from "./private-addresses.ts";

const NEEDED_BY = "tools.fetch";
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 5;
const TEXT = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|[\w.+-]+\+(?:json|xml)))/i;

/** Reads pages whose addresses begin as the operator says. Redirects and what names resolve to are checked too. */
export function createFetchTool(allowed: readonly string[]): ToolPort {
  const prefixes = allowed.map((prefix) => new URL(prefix));
  return {
    name: "fetch",
    readOnly: true,
    offered: {
      description: `Reads a page as text. Addresses must begin with: ${prefixes.map(({ href }) => href).join(", ")}`,
      inputSchema: {
        type: "object",
        properties: { url: { type: "string" } },
        required: ["url"],
      },
    },
    async call(input, signal) {
      const { url } = (input ?? {}) as Record<string, unknown>;
      if (typeof url !== "string" || !URL.canParse(url)) {
        throw new Error('expected { "url": "https://…" }');
      }
      let requestUrl = new URL(url);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const response = await httpRequest(requestUrl, findPrefix(prefixes, requestUrl), signal);
        const { location } = response.headers;
        const status = response.statusCode ?? 0;
        if (status < 300 || status >= 400 || location === undefined) return readPage(response);
        response.destroy();
        if (!URL.canParse(location, requestUrl.href))
          throw new Error(
            `it redirects to ${JSON.stringify(shorten(location, 200))}, which is not an address`,
          );
        requestUrl = new URL(location, requestUrl.href);
      }
      throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
    },
  };
}

/** The allowed beginning of an address. */
function findPrefix(prefixes: readonly URL[], requestUrl: URL): URL {
  const { href, username, password, pathname } = requestUrl;
  const allowedPrefix = prefixes.find((prefix) => href.startsWith(prefix.href));
  if (allowedPrefix && username === "" && password === "" && !climbs(pathname))
    return allowedPrefix;
  throw new Error(`this address is not allowed: ${href.slice(0, 200)}`);
}

/** How often a chain of servers may decode an address. */
const MAX_DECODINGS = 4;

/**
 * True if a server may read a part of the path as the parent folder: `..%2f` and `..;/` are decoded there, not here.
 */
function climbs(pathname: string): boolean {
  let path = pathname;
  for (let times = 0; times <= MAX_DECODINGS; times++) {
    if (path.split(/[/\\]/).some((part) => /^\.\.?(?:;|$)/.test(part))) return true;
    const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    );
    if (decoded === path) return false;
    path = decoded;
  }
  // Encoded more often than any honest address.
  return true;
}

/** An operator who writes a local address means it; a name that turns out to be one is refused. */
function isLocalByName({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || nodeModule("node:net", NEEDED_BY).isIP(host) !== 0;
}

function httpRequest(requestUrl: URL, prefix: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const protocol = requestUrl.protocol === "https:" ? "node:https" : "node:http";
  const { lookup } = nodeModule("node:dns", NEEDED_BY);
  const mayBePrivate = isLocalByName(prefix);
  return new Promise((resolve, reject) => {
    const request = nodeModule(protocol, NEEDED_BY).get(
      requestUrl,
      {
        signal,
        headers: { accept: "text/html, text/*, application/json", "user-agent": "rostrum" },
        // The address is checked where the connection is made, so that it can't be another one later.
        lookup: (host, options, done) =>
          lookup(host, { ...options, all: true }, (error, addresses) => {
            if (error) return done(error, []);
            const isPrivate = addresses.some(({ address }) => isPrivateAddress(address));
            if (isPrivate && !mayBePrivate) {
              return done(new Error("this address leads to a private network"), []);
            }
            const [first] = addresses;
            if (options.all) return done(null, addresses);
            return done(null, first?.address ?? "", first?.family);
          }),
      },
      resolve,
    );
    request.on("error", reject);
  });
}

async function readPage(response: IncomingMessage): Promise<string> {
  const { statusCode = 0, headers } = response;
  const type = headers["content-type"] ?? "text/plain";
  try {
    if (!TEXT.test(type)) throw new Error(`expected a text page, got ${type.slice(0, 100)}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
    const text = Buffer.concat(chunks).subarray(0, MAX_BYTES).toString("utf8");
    const readable = /html/i.test(type) ? readHtmlText(text) : text;
    if (statusCode >= 400) throw new Error(`status ${statusCode}: ${readable.slice(0, 500)}`);
    return size > MAX_BYTES ? `${readable}\n[cut: the page is longer]` : readable;
  } finally {
    response.destroy();
  }
}
