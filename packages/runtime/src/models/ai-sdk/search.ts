import type {
  LanguageModelV4,
  LanguageModelV4ProviderTool,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import {
  MAX_PAGE_CHARS,
  MAX_PAGES,
  MAX_SEARCHES,
  type ModelReply,
  PROVIDER_SEARCH,
  type ToolUse,
} from "@rostrum/core/protocol";
import { field } from "@rostrum/core/support";

interface ProviderSearch {
  /** Prefix of the SDK's name of the provider. */
  provider: string;
  tool: Omit<LanguageModelV4ProviderTool, "type">;
  /** Call options that limit the search, if the tool itself has none. */
  options?: SharedV4ProviderOptions;
  /** US dollars for the searches of one reply, at the provider's list price. */
  price(searches: number, modelId: string): number;
}

const perSearch =
  (usd: number) =>
  (searches: number): number =>
    searches * usd;

/** Providers whose SDK includes a search tool. OpenAI offers it only in the Responses API. */
const SEARCHES: readonly ProviderSearch[] = [
  {
    provider: "openai.responses",
    tool: { id: "openai.web_search", name: "web_search", args: {} },
    options: { openai: { maxToolCalls: MAX_SEARCHES } },
    price: perSearch(0.01),
  },
  {
    provider: "anthropic.",
    tool: {
      id: "anthropic.web_search_20250305",
      name: "web_search",
      args: { maxUses: MAX_SEARCHES },
    },
    price: perSearch(0.01),
  },
  {
    provider: "google.generative-ai",
    tool: { id: "google.google_search", name: "google_search", args: {} },
    // Older models are charged for a prompt that searched, later ones for every query.
    price: (searches, modelId) =>
      /gemini-[12]/.test(modelId) ? Math.min(searches, 1) * 0.035 : searches * 0.014,
  },
];

export function isProviderSearch(tool: unknown): boolean {
  return field(tool, "runBy") === PROVIDER_SEARCH["runBy"];
}

function findSearch({ provider }: Pick<LanguageModelV4, "provider">): ProviderSearch | undefined {
  return SEARCHES.find((search) => provider.startsWith(search.provider));
}

/** The provider's search tool with its call options; `null` if it isn't requested or the provider has none. */
export function createProviderSearch(
  model: Pick<LanguageModelV4, "provider">,
  tools: Record<string, unknown>,
): { tool: LanguageModelV4ProviderTool; options: SharedV4ProviderOptions } | null {
  const search = Object.values(tools).some(isProviderSearch) ? findSearch(model) : undefined;
  if (!search) return null;
  return { tool: { type: "provider", ...search.tool }, options: search.options ?? {} };
}

/** True for parts of a reply that come from the provider's search. */
export function isSearchPart(part: unknown): boolean {
  const type = field(part, "type");
  const isMade = type === "tool-call" && field(part, "providerExecuted") === true;
  return isMade || type === "source" || Array.isArray(field(part, "citations"));
}

/**
 * Returns the pages that the provider's search found, each once, and its cost. `ending` has the usage and metadata of
 * the reply.
 */
export function readSearch(
  model: Pick<LanguageModelV4, "provider" | "modelId">,
  parts: readonly unknown[],
  ending: unknown,
): Pick<ModelReply, "toolCalls" | "feesUsd"> {
  const search = findSearch(model);
  if (!search) return {};
  const toolCalls = readPages(parts);
  const searches = countSearches(parts, ending);
  // Cited pages prove a search, even if the provider reports none.
  const charged = toolCalls.length > 0 ? Math.max(1, searches) : searches;
  return charged === 0 ? {} : { toolCalls, feesUsd: search.price(charged, model.modelId) };
}

function countSearches(parts: readonly unknown[], ending: unknown): number {
  const raw = field(field(ending, "usage"), "raw");
  const reported = field(field(raw, "server_tool_use"), "web_search_requests");
  if (typeof reported === "number") return reported;
  const grounding = field(field(field(ending, "providerMetadata"), "google"), "groundingMetadata");
  const queries = field(grounding, "webSearchQueries");
  if (Array.isArray(queries)) return queries.length;
  return parts.filter((part) => field(part, "type") === "tool-call").length;
}

/**
 * Pages that a reply cites, as documents with title, address and, if the provider passes them on, the cited words.
 * Quotes that aren't among these words stay unverified.
 */
function readPages(parts: readonly unknown[]): ToolUse[] {
  const pages = new Map<string, { title: string; cited: Set<string> }>();
  for (const { source, citedText } of parts.flatMap(listCitations)) {
    const url = field(source, "url");
    if (typeof url !== "string") continue;
    const page = pages.get(url) ?? { title: "", cited: new Set() };
    pages.set(url, page);
    const title = field(source, "title");
    if (typeof title === "string") page.title = title;
    if (typeof citedText === "string") page.cited.add(citedText);
  }
  // Pages that were found but not cited come last.
  const cited = [...pages].sort(([, a], [, b]) => b.cited.size - a.cited.size);
  return cited.slice(0, MAX_PAGES).map(([url, page]) => ({
    name: "search",
    input: { url },
    output: [page.title, url, ...page.cited]
      .filter((text) => text !== "")
      .join("\n\n")
      .slice(0, MAX_PAGE_CHARS),
  }));
}

/** Reads a page from a separate part, or from the citations of a text. */
function listCitations(part: unknown): { source: unknown; citedText?: unknown }[] {
  if (field(part, "type") === "source") return [{ source: part }];
  const citations = field(part, "citations");
  if (!Array.isArray(citations)) return [];
  return citations.map((citation: unknown) => ({
    source: field(citation, "source"),
    citedText: field(citation, "citedText"),
  }));
}
