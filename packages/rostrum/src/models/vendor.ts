import type { ModelPort } from "../protocol/model.ts";

/** Who makes the models whose names begin like this. A closed list: any other model's vendor is unknown. */
const VENDORS: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt|chatgpt|codex|o\d)/, "openai"],
  [/^claude/, "anthropic"],
  [/^gem(?:ini|ma)/, "google"],
  [/^(?:mi[sx]tral|magistral|ministral|codestral|devstral|pixtral)/, "mistral"],
  [/^grok/, "xai"],
  [/^deepseek/, "deepseek"],
  [/^(?:code)?llama/, "meta"],
  [/^(?:qwen|qwq)/, "alibaba"],
  [/^phi\b/, "microsoft"],
];

/** Programs that ask the models of one vendor. */
const PROGRAMS: Readonly<Record<string, string>> = {
  claude: "anthropic",
  codex: "openai",
  gemini: "google",
};

/** Providers that serve their own models only. */
const OWN: ReadonlySet<string> = new Set([
  "openai",
  "anthropic",
  "google",
  "mistral",
  "xai",
  "deepseek",
]);

/** Who made a model, by its name or by the provider that serves it; `null`: unknown. Hosts serve models of others. */
export function findVendor({ source, id, provider = "" }: ModelPort): string | null {
  if (source === "embedded") return "embedded";
  if (source === "command") {
    const program = provider.replace(/^command:/, "").replace(/^.*[/\\]/, "");
    return Object.hasOwn(PROGRAMS, program) ? (PROGRAMS[program] ?? null) : null;
  }
  if (source !== "id" && source !== "sdk") return null;
  const name = id
    .toLowerCase()
    .replace(/^compat:/, "")
    .replace(/@https?:.*$/, "");
  const model = name.slice(name.lastIndexOf("/") + 1);
  const [, maker] = VENDORS.find(([pattern]) => pattern.test(model)) ?? [];
  const home = provider.split(/[.:]/, 1)[0] ?? "";
  return maker ?? (OWN.has(home) ? home : null);
}
