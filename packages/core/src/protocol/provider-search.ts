/** Maximum number of searches per reply. Google has no such setting; estimates assume this number. */
export const MAX_SEARCHES = 5;

/** Maximum number of pages per reply that become documents, and maximum characters of each. */
export const MAX_PAGES = 10;
export const MAX_PAGE_CHARS = 2000;

/**
 * Tool definition for a search that the model's provider runs. Each provider translates it to its own form.
 */
export const PROVIDER_SEARCH: Readonly<Record<"description" | "runBy", string>> = Object.freeze({
  description: "Search the web. The provider of the model runs it.",
  runBy: "provider",
});
