import { findNearestWord } from "@rostrum/core/options";
import { ConfigError } from "@rostrum/core/support";
import { findMaker } from "../vendor.ts";
import { providers } from "./providers.ts";

/** The parts of a model id. */
export interface ModelId {
  provider: string;
  model: string;
  /** Base URL of a `compat:` model. */
  url?: string;
}

const COMPAT = /^compat:(?<model>.+)@(?<url>https?:\/\/.+)$/;

/** True if an id includes the address of its model. */
export function isCompatId(id: string): boolean {
  return COMPAT.test(id);
}

/** `provider/model`, or `compat:<model>@<url>` for any server that speaks OpenAI's protocol. */
export function parseModelId(id: string, field: string): ModelId {
  if (/\*\d*$/.test(id)) {
    throw new ConfigError(
      field,
      /\*[1-9]\d?$/.test(id)
        ? `"${id}" stands for several members: write it in a list of members`
        : `"${id}": write 1 to 99 after the *`,
    );
  }
  const placeholder = /<\w+>/.exec(id)?.[0];
  if (placeholder !== undefined)
    throw new ConfigError(
      field,
      `replace ${placeholder} in "${id}": \`rostrum doctor\` lists the models that your keys can use`,
    );
  const compat = COMPAT.exec(id)?.groups;
  if (compat?.["model"] && compat["url"]) {
    return {
      provider: "compat",
      model: compat["model"],
      url: parseAddress(compat["url"], id, field),
    };
  }
  const slash = id.indexOf("/");
  const provider = id.slice(0, Math.max(0, slash));
  const model = id.slice(slash + 1);
  if (slash > 0 && model !== "" && Object.hasOwn(providers, provider)) return { provider, model };
  throw new ConfigError(field, describeUnknownId(id, provider));
}

const NAMES = Object.keys(providers).join(", ");

/** Lines below the message. */
const KNOWN =
  `\nKnown providers: ${NAMES}.` +
  "\nFor any server that speaks OpenAI's protocol: compat:<model>@<url>";

function describeUnknownId(id: string, provider: string): string {
  if (id.startsWith("compat:"))
    return (
      "expected compat:<model>@<url>, with an address that begins with http:// or https://, " +
      `such as compat:llama@http://127.0.0.1:8000/v1, got "${id}"`
    );
  return provider === "" ? describeUnknownName(id) : describeUnknownProvider(id, provider);
}

function describeUnknownProvider(id: string, provider: string): string {
  if (Object.hasOwn(providers, provider))
    return `expected the model's name after the slash, such as ${provider}/<model>, got "${id}"`;
  const near = findNearestWord(provider, Object.keys(providers));
  const guess = near === undefined ? "" : ` Did you mean ${near}${id.slice(provider.length)}?`;
  return `unknown provider "${provider}" in "${id}".${guess}${KNOWN}`;
}

/** A model name without its provider is the most common mistake. The name usually reveals the vendor. */
function describeUnknownName(id: string): string {
  const vendor = findMaker(id.toLowerCase());
  if (vendor === null)
    return `expected a model id such as openai/<model>, command:<program> or human:<name>, got "${id}".${KNOWN}`;
  // Open weights run on this machine.
  const maker = Object.hasOwn(providers, vendor) ? vendor : "ollama";
  return `"${id}" has no provider. Write ${maker}/${id}`;
}

function parseAddress(url: string, id: string, field: string): string {
  if (!URL.canParse(url)) throw new ConfigError(field, `expected an address after @, got "${id}"`);
  const { username, password, search, hash } = new URL(url);
  if (username !== "" || password !== "") {
    throw new ConfigError(
      field,
      "expected an address without a password in it, because ids are logged",
    );
  }
  if (search !== "" || hash !== "") {
    throw new ConfigError(field, `expected a base URL without a query or fragment, got "${id}"`);
  }
  return url.replace(/\/+$/, "");
}

/** `<id>*3` is three samples of one model, and may be up to 99 of them. */
export function splitCount(id: string): { id: string; count: number } {
  const [, one, count] = /^(.+)\*([1-9]\d?)$/.exec(id.trim()) ?? [];
  return one === undefined ? { id: id.trim(), count: 1 } : { id: one, count: Number(count) };
}
