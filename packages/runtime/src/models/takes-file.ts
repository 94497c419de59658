import type { FileType } from "@rostrum/core/protocol";

/** Which files a model accepts, from its provider's documentation. Absent: unknown. */
interface AcceptedFiles {
  image?: boolean;
  pdf?: boolean;
}

const ALL_FILES: AcceptedFiles = { image: true, pdf: true };
const NO_FILES: AcceptedFiles = { image: false, pdf: false };

/** Models that read only text on any host. */
const TEXT_ONLY =
  /^(?:gpt-3\.5|gpt-4(?:-0\d{3}|-32k)?$|gpt-oss|o1-mini|o1-preview|o3-mini|claude-(?:2|instant)|deepseek-(?:chat|reasoner|coder|r1|v[23])|llama-?3\.[13]\b|mixtral|codestral|kimi-k2(?!\.5))/i;

/** By provider. A host's own rows apply to all of its models. */
const PROVIDERS: Readonly<Record<string, (model: string) => AcceptedFiles>> = {
  anthropic: () => ALL_FILES,
  openai: (model) => {
    if (TEXT_ONLY.test(model)) return NO_FILES;
    return /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o1|o3|o4-mini)/.test(model) ? ALL_FILES : {};
  },
  google: (model) => (model.startsWith("gemini") ? ALL_FILES : {}),
  // OpenRouter reads PDFs for models that can't.
  openrouter: () => ({ pdf: true }),
  deepseek: () => NO_FILES,
  // These hosts accept images in OpenAI's format, but no files.
  groq: () => ({ pdf: false }),
  ollama: () => ({ pdf: false }),
};

/** True if a model accepts files of a type; `null` if unknown. A debater's `takes` has priority. */
export function takesFile(provider: string, model: string, type: FileType): boolean | null {
  const host = provider.split(/[.:]/, 1)[0] ?? "";
  if (host === "google" && type === "image/gif") return false;
  const name = model.slice(model.lastIndexOf("/") + 1);
  const acceptedFiles = Object.hasOwn(PROVIDERS, host) ? PROVIDERS[host]?.(name) : undefined;
  if (type === "application/pdf")
    return acceptedFiles?.pdf ?? (TEXT_ONLY.test(name) ? false : null);
  return TEXT_ONLY.test(name) ? false : (acceptedFiles?.image ?? null);
}
