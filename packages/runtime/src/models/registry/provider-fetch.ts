import { ConfigError, errorText, field, readMessage } from "@rostrum/core/support";
import { environmentVariables, nodeModuleIfAny } from "../../node-builtins.ts";

/** Variables that configure the proxy; Node itself reads the last one. */
export const PROXY_VARIABLES: readonly string[] = [
  ...["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["https_proxy", "http_proxy", "all_proxy", "no_proxy"],
  "NODE_EXTRA_CA_CERTS",
];

/** Fetch for all requests to providers: through the proxy that the environment configures, if any. */
export const providerFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const proxyUrl = chooseProxy(url);
  if (proxyUrl === null) return fetch(input, init);
  const proxy = proxyUrl.host;
  const { fetch: proxiedFetch, dispatcher } = loadProxyFetch(proxyUrl.href);
  try {
    const options = { ...readRequest(input), ...init, dispatcher };
    return await proxiedFetch(url, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const cause = findRootCause(error);
    const causeMessage = readMessage(cause);
    const status = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(causeMessage)?.[1];
    const reason = new Error(
      status === undefined
        ? `${causeMessage} (through the proxy ${proxy})`
        : `the proxy ${proxy} refused to connect (status ${status})`,
    );
    // Throw the error that callers expect without a proxy, and name the proxy in its reason.
    const details = status === undefined ? { code: field(cause, "code"), proxy } : {};
    // oxlint-disable-next-line preserve-caught-error -- its reason takes its place
    throw new TypeError(error.message, { cause: Object.assign(reason, details) });
  }
};

/** Options of a request. undici's fetch doesn't know the platform's class. */
function readRequest(input: Parameters<typeof fetch>[0]): RequestInit & { duplex?: "half" } {
  if (!(input instanceof Request)) return {};
  const { method, headers, body, signal, redirect } = input;
  return { method, headers: [...headers], body, signal, redirect, duplex: "half" };
}

/** Host and port of the proxy for an address; `null` if it is reached directly. Never returns the proxy's password. */
export function findProxy(url: URL): string | null {
  return chooseProxy(url)?.host ?? null;
}

function chooseProxy(url: URL): URL | null {
  const { versions } = globalThis.process ?? {};
  // These read the variables themselves.
  if (versions === undefined || versions.bun !== undefined || versions.deno !== undefined)
    return null;
  // On the proxy's side, this name is the proxy itself.
  if (LOOPBACK.test(url.hostname)) return null;
  const secure = url.protocol === "https:" ? ["HTTPS_PROXY"] : [];
  const name = [...secure, "HTTP_PROXY", "ALL_PROXY"].find(readVariable);
  if (name === undefined || isExcluded(url, readVariable("NO_PROXY"))) return null;
  const proxy = readVariable(name);
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new ConfigError(
      name,
      /^socks/i.test(proxy)
        ? "a SOCKS proxy can't be used. Set HTTPS_PROXY to an HTTP proxy, or name in NO_PROXY what is reached without one"
        : // Hides a password in it.
          proxy.includes("@")
          ? "expected the address of a proxy, such as http://proxy.example.com:3128"
          : `"${proxy}" is not an address. Write one such as http://${proxy.replace(/^\w*:?\/\//, "")}`,
    );
  return new URL(proxy);
}

/** A variable by either spelling: the one in lower case comes first. Empty if it is not set. */
function readVariable(name: string): string {
  const variables = environmentVariables();
  return variables[name.toLowerCase()] ?? variables[name] ?? "";
}

/**
 * True if `NO_PROXY` names the host: "*", "[fd00::1]", or "example.com" with all names below it, also written
 * ".example.com" or "*.example.com"; each with or without a port, or "fd00::1".
 */
function isExcluded({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return noProxy.split(/[\s,]+/).some((entry) => {
    const lower = entry.toLowerCase();
    const [, bracketed, plain, entryPort] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(lower) ?? [];
    const name = bracketed ?? plain ?? lower;
    if (entryPort !== undefined && entryPort !== ownPort) return false;
    if (name === "*") return true;
    const domain = name.replace(/^\*?\./, "");
    return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
  });
}

/** Describes why a server couldn't be reached. */
export function describeNetworkError(thrown: unknown): string {
  if (field(thrown, "name") === "TimeoutError") return "it did not answer in time";
  const cause = findRootCause(thrown);
  const code = field(cause, "code");
  const reason = typeof code === "string" ? REASONS[code] : undefined;
  if (readMessage(cause) === "bad port")
    return "Node never connects to this port, which belongs to another protocol";
  const proxy = field(cause, "proxy");
  if (reason !== undefined)
    return typeof proxy === "string" ? `${reason} (through the proxy ${proxy})` : reason;
  return `it could not be reached: ${errorText(readMessage(cause), 200)}`;
}

/** Finds the reason for "fetch failed", and for "Request was cancelled" if a proxy refused. */
function findRootCause(thrown: unknown): unknown {
  let cause = thrown;
  for (let depth = 0; depth < 5 && field(cause, "cause") != null; depth++)
    cause = field(cause, "cause");
  return cause;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "the name of its server is unknown (is there a network?)",
  EAI_AGAIN: "the name of its server is unknown (is there a network?)",
  ETIMEDOUT: "the connection took too long",
  UND_ERR_CONNECT_TIMEOUT: "the connection took too long",
  ENETUNREACH: "there is no network",
  EHOSTUNREACH: "there is no route to its network",
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i;

type Undici = typeof import("undici");

interface ProxyFetch {
  fetch: typeof fetch;
  dispatcher: InstanceType<Undici["ProxyAgent"]>;
}

/** By the address of the proxy. */
const proxyFetches = new Map<string, ProxyFetch>();

/**
 * Node's own fetch reads the variables in its newest releases only, and only if another variable was set before it
 * started. The package is loaded as the price list is, so that bundlers for browsers pass it over.
 */
function loadProxyFetch(proxy: string): ProxyFetch {
  const cached = proxyFetches.get(proxy);
  if (cached !== undefined) return cached;
  const { createRequire } = nodeModuleIfAny("node:module") ?? {};
  let undici: Undici;
  try {
    undici = createRequire?.(import.meta.url)("undici") as Undici;
  } catch (cause) {
    const message = `the proxy can't be used without the package undici: run "npm install undici"`;
    throw new ConfigError("HTTPS_PROXY", message, { cause });
  }
  const proxyFetch: ProxyFetch = {
    // undici's types differ from the platform's only in the names of their classes.
    fetch: undici.fetch as unknown as typeof fetch,
    // A proxy may open tunnels for https only. It gets requests for http addresses as they are.
    dispatcher: new undici.ProxyAgent({ uri: proxy, proxyTunnel: false }),
  };
  proxyFetches.set(proxy, proxyFetch);
  return proxyFetch;
}
