/** The most searches of one reply. Google can't be told, and is counted with as many. */
export const MAX_SEARCHES = 5;

/** The most pages of one reply that become documents, and the most characters of each. */
export const MAX_PAGES = 10;
export const MAX_PAGE_CHARS = 2000;

/** What models are offered as a tool that their provider runs. Each provider has a form of its own for it. */
export const PROVIDER_SEARCH: Readonly<Record<"description" | "runBy", string>> = Object.freeze({
  description: "Search the web. The provider of the model runs it.",
  runBy: "provider",
});
