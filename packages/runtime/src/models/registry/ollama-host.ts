const USUAL_PORT = "11434";

/**
 * Address of Ollama, from `OLLAMA_HOST` as Ollama itself reads it: a host, a port or both, with or without `http://`.
 * "Listen everywhere" addresses are replaced by this machine's.
 */
export function ollamaAddress(host: string | undefined): string {
  const trimmedHost = (host ?? "").trim().replaceAll(/^["']|["']$/g, "");
  const [, scheme, rest = ""] = /^(?:(https?):\/\/)?(.*)$/i.exec(trimmedHost) ?? [];
  const [authority = "", ...path] = rest.split("/");
  const isBareIpv6 = /^[^[]*:[^[]*:/.test(authority);
  const [, name = "", port] =
    /^(\[.*\]|[^:]*)(?::(\d*))?$/.exec(isBareIpv6 ? `[${authority}]` : authority) ?? [];
  // An address with a scheme but no port has the scheme's default port.
  const usual = scheme === undefined ? `:${USUAL_PORT}` : "";
  const address = `${scheme ?? "http"}://${makeReachable(name)}${port ? `:${port}` : usual}`;
  return [address, ...path].join("/").replace(/\/+$/, "");
}

function makeReachable(name: string): string {
  if (name === "" || name === "0.0.0.0") return "127.0.0.1";
  return name === "[::]" ? "[::1]" : name;
}
