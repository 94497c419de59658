import { ConfigError, errorText, field, readMessage } from "@rostrum/core/support";
import { environmentVariables, nodeModuleIfAny } from "../../node-builtins.ts";

/** Variables that configure the proxy; Node itself reads the last one. */
export const PROXY_VARIABLES: readonly string[] = [
  ...["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy"],
  "NODE_EXTRA_CA_CERTS",
];

/** Fetch for all requests to providers: through the proxy that the environment configures, if any. */
export const providerFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const proxy = findProxy(url);
  if (proxy === null) return fetch(input, init);
  const { fetch: proxiedFetch, dispatcher } = loadProxyFetch();
  try {
    const options = { ...readRequest(input), ...init, dispatcher };
    return await proxiedFetch(url, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const cause = findRootCause(error);
    const causeMessage = readMessage(cause);
    const status = /^Proxy response \((\d+)\)/.exec(causeMessage)?.[1];
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
  const { versions } = globalThis.process ?? {};
  // These read the variables themselves.
  if (versions === undefined || versions.bun !== undefined || versions.deno !== undefined)
    return null;
  // On the proxy's side, this name is the proxy itself.
  if (LOOPBACK.test(url.hostname)) return null;
  const variables = environmentVariables();
  const plain = variables["http_proxy"] ?? variables["HTTP_PROXY"];
  const secure = variables["https_proxy"] ?? variables["HTTPS_PROXY"];
  const proxy = url.protocol === "https:" ? secure || plain : plain;
  if (!proxy || isExcluded(url, variables["no_proxy"] ?? variables["NO_PROXY"] ?? "")) return null;
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new ConfigError(
      url.protocol === "https:" && secure ? "HTTPS_PROXY" : "HTTP_PROXY",
      // Hides a password in it.
      proxy.includes("@")
        ? "expected the address of a proxy, such as http://proxy.example.com:3128"
        : `"${proxy}" is not an address. Write one such as http://${proxy.replace(/^\w*:?\/\//, "")}`,
    );
  return new URL(proxy).host;
}

/**
 * True if `NO_PROXY` names the host: "*", "example.com", ".example.com", "*.example.com" or "[fd00::1]", each with or
 * without a port, or "fd00::1".
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
    return /^[.*]/.test(name) ? host.endsWith(name.replace("*", "")) : host === name;
  });
}

/** Describes why a server couldn't be reached. */
export function describeNetworkError(thrown: unknown): string {
  if (field(thrown, "name") === "TimeoutError") return "it did not answer in time";
  const cause = findRootCause(thrown);
  const code = field(cause, "code");
  const reason = typeof code === "string" ? REASONS[code] : undefined;
  if (readMessage(cause) === "bad port")
    return "it could not be reached: Node never connects to this port, which belongs to another protocol";
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
  ECONNREFUSED: "it could not be reached: the connection was refused",
  ECONNRESET: "it could not be reached: the connection was closed",
  ENOTFOUND: "it could not be reached: its name has no address (is there a network?)",
  EAI_AGAIN: "it could not be reached: its name has no address (is there a network?)",
  ETIMEDOUT: "it could not be reached: the connection took too long",
  UND_ERR_CONNECT_TIMEOUT: "it could not be reached: the connection took too long",
  ENETUNREACH: "it could not be reached: there is no network",
  EHOSTUNREACH: "it could not be reached: there is no route to its network",
};

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i;

type Undici = typeof import("undici");

interface ProxyFetch {
  fetch: typeof fetch;
  dispatcher: InstanceType<Undici["EnvHttpProxyAgent"]>;
  /** Values of the variables that it was created with. */
  variables: string;
}

let loaded: ProxyFetch | undefined;

/**
 * Node's own fetch reads the variables in its newest releases only, and only if another variable was set before it
 * started. The package is loaded as the price list is, so that bundlers for browsers pass it over.
 */
function loadProxyFetch(): ProxyFetch {
  const { http_proxy, https_proxy, no_proxy, HTTP_PROXY, HTTPS_PROXY, NO_PROXY } =
    environmentVariables();
  const variables = JSON.stringify([
    http_proxy ?? HTTP_PROXY,
    https_proxy ?? HTTPS_PROXY,
    no_proxy ?? NO_PROXY,
  ]);
  if (loaded?.variables === variables) return loaded;
  const { createRequire } = nodeModuleIfAny("node:module") ?? {};
  let undici: Undici;
  try {
    undici = createRequire?.(import.meta.url)("undici") as Undici;
  } catch (cause) {
    const message = `the proxy can't be used without the package undici: run "npm install undici"`;
    throw new ConfigError("HTTPS_PROXY", message, { cause });
  }
  loaded = {
    // undici's types differ from the platform's only in the names of their classes.
    fetch: undici.fetch as unknown as typeof fetch,
    dispatcher: new undici.EnvHttpProxyAgent(),
    variables,
  };
  return loaded;
}
