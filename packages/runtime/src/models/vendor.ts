import type { ModelPort } from "@rostrum/core/protocol";

/** How the names of a vendor's models, and of programs that ask them, begin. Any other model's vendor is unknown. */
const NAMES: Readonly<Record<string, RegExp>> = {
  openai: /^(?:gpt|chatgpt|codex|o\d)/,
  anthropic: /^claude/,
  google: /^gem(?:ini|ma)/,
  mistral: /^(?:mi[sx]tral|m[ai][gn]istral|codestral|devstral|pixtral)/,
  xai: /^grok/,
  deepseek: /^deepseek/,
  meta: /^(?:code)?llama/,
  alibaba: /^qw[eq]/,
  microsoft: /^phi\b/,
};

/**
 * Vendor of a model, by its name or its provider; `null` if unknown. Other hosts serve the models of many vendors.
 */
export function findVendor({ source, id, provider = "" }: ModelPort): string | null {
  if (source === "embedded") return source;
  if (source === "function" || source === "human") return null;
  const name = source === "command" ? provider : id.replace(/@https?:.*/, "");
  const model = name.toLowerCase().replace(/^(?:command:|compat:)?(?:.*[/\\])?/, "");
  const [home = ""] = provider.split(".");
  const homeVendor = Object.hasOwn(NAMES, home) ? home : null;
  return findMaker(model) ?? homeVendor;
}

/** Vendor of a model of this name, in lower case; `null` if unknown. */
export function findMaker(model: string): string | null {
  return Object.keys(NAMES).find((vendor) => NAMES[vendor]?.test(model)) ?? null;
}
