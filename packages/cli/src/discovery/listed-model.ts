import { contextWindow, listedPricing } from "@rostrum/runtime/registry";
import { isPlainObject } from "@rostrum/core/support";

/** A model as a provider's list and the price list describe it. */
export interface ListedModel {
  id: string;
  /** Seconds since 1970; 0 if unknown. */
  created: number;
  /** True if it answers questions in text. */
  isForChat: boolean;
  /** US dollars per million output tokens; null if unknown. */
  outputPrice: number | null;
}

type Entry = Record<string, unknown>;

/** Reads a provider's list: `data` with `id`, Google's `models` with `name`, or a bare list. */
export function readModelList(body: unknown, provider: string): ListedModel[] {
  const { data, models } = isPlainObject(body) ? body : {};
  const entries = [body, data, models].find((list) => Array.isArray(list)) as unknown[] | undefined;
  const limits = findLargestLimits(entries ?? []);
  return (entries ?? []).filter(isPlainObject).flatMap((entry) => {
    const id = readId(entry);
    if (id === null) return [];
    const modelId = { provider, model: id };
    const outputPrice = readOutputPrice(entry) ?? findOutputPrice(modelId);
    const context = readNumber(entry, "context_length", "context_window", "inputTokenLimit");
    const isForChat =
      !isRetired(entry) &&
      (readChatCapability(entry) ?? true) &&
      !OTHER_PURPOSE.test(id) &&
      (context ?? contextWindow(modelId) ?? Infinity) >= MIN_CONTEXT_TOKENS &&
      !isLimited(entry, limits) &&
      outputPrice !== "none";
    return [
      {
        id,
        created: readCreated(entry),
        isForChat,
        outputPrice: outputPrice === "none" ? null : outputPrice,
      },
    ];
  });
}

/** Minimum context window, in tokens: a debate doesn't fit into less. */
const MIN_CONTEXT_TOKENS = 24_000;

/**
 * Words in ids that indicate another purpose than answering questions in text. The lists of OpenAI and of local
 * servers have no other information about that. They only exclude models; none is chosen by its name.
 */
export const OTHER_PURPOSE: RegExp =
  /embed|rerank|whisper|transcri|tts|speech|voice|audio|realtime|\blive\b|image|imagine|imagen|dall-e|video|sora|veo\b|music|lyria|\bocr\b|moderation|guard|deep-research|\bsearch\b|computer-use|robotics|instruct-fim|turbo-instruct|\b(?:davinci|babbage|curie|ada)-\d|-base\b|\bclip\b/i;

function readId({ id, name }: Entry): string | null {
  if (typeof id === "string" && id !== "") return id;
  return typeof name === "string" && name !== "" ? name.replace(/^models\//, "") : null;
}

function readCreated({ created, created_at: at }: Entry): number {
  const seconds =
    typeof created === "number" ? created : typeof at === "string" ? Date.parse(at) / 1000 : NaN;
  return Number.isFinite(seconds) ? seconds : 0;
}

/** Reads from the list whether a model can chat. Null when the list doesn't say. */
function readChatCapability(entry: Entry): boolean | null {
  const { capabilities, type, supports_chat: supportsChat, architecture } = entry;
  const { supportedGenerationMethods: methods } = entry;
  if (typeof supportsChat === "boolean") return supportsChat;
  if (Array.isArray(methods)) return methods.includes("generateContent");
  if (isPlainObject(capabilities)) {
    const {
      completion_chat: chat,
      chat_completion: azureChat,
      completion_fim: fillsIn,
    } = capabilities;
    // Fill-in-the-middle models are for editors.
    if (fillsIn === true) return false;
    if (typeof (chat ?? azureChat) === "boolean") return (chat ?? azureChat) as boolean;
  }
  const outputs = isPlainObject(architecture) ? architecture["output_modalities"] : undefined;
  if (Array.isArray(outputs)) return outputs.length === 1 && outputs[0] === "text";
  if (typeof type === "string" && !["model", "base", "fine-tuned"].includes(type))
    return type === "chat";
  return null;
}

/** True if the model is switched off, or will be within 30 days. */
function isRetired({ active, deprecation, expiration_date: expires, deprecated }: Entry): boolean {
  if (active === false || deprecated === true) return true;
  const retirementDate = [deprecation, expires].find((date) => typeof date === "string");
  return retirementDate !== undefined && Date.parse(retirementDate) < Date.now() + RETIRES_SOON_MS;
}

const RETIRES_SOON_MS = 30 * 86_400_000;

const LIMIT_FIELDS = ["inputTokenLimit", "outputTokenLimit"];

function findLargestLimits(entries: readonly unknown[]): Map<string, number> {
  const limits = LIMIT_FIELDS.map((name): [string, number] => [
    name,
    Math.max(0, ...entries.filter(isPlainObject).map((entry) => readNumber(entry, name) ?? 0)),
  ]);
  return new Map(limits);
}

/**
 * True if its limits are less than half of the largest ones. In Google's list, which has no dates, that tells small
 * open models and models for speech or images from the large ones.
 */
function isLimited(entry: Entry, largest: ReadonlyMap<string, number>): boolean {
  return LIMIT_FIELDS.some((name) => {
    const limit = readNumber(entry, name);
    return limit !== null && limit < (largest.get(name) ?? 0) / 2;
  });
}

function readNumber(entry: Entry, ...names: string[]): number | null {
  for (const name of names) {
    const value = entry[name];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return null;
}

/** OpenRouter's prices are strings per token, Together's are numbers per million. A negative price marks a router. */
function readOutputPrice({ pricing }: Entry): number | "none" | null {
  if (!isPlainObject(pricing)) return null;
  const { completion, output } = pricing;
  const price = typeof completion === "string" ? Number(completion) * 1e6 : output;
  if (typeof price !== "number" || !Number.isFinite(price)) return null;
  return price < 0 ? "none" : price;
}

/** "none": only input has a price, as with embedding models. */
function findOutputPrice(id: { provider: string; model: string }): number | "none" | null {
  const pricing = listedPricing(id);
  if (pricing === null) return null;
  const noUsage = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  const output = pricing({ ...noUsage, output: 1e6 }) ?? 0;
  return output === 0 ? "none" : output;
}
