/** True if a provider, named as in ids or by its SDK, has a web search. OpenAI offers it only in the Responses API. */
export function offersSearch(provider: string): boolean {
  return /^(?:openai(?:\.responses)?|anthropic(?:\..+)?|google(?:\.generative-ai.*)?)$/.test(
    provider,
  );
}
