/* What a judge quotes in prose is looked up in all that was said, with code that other debates don't need. */
export { listJudgmentQuotes } from "@rostrum/core/export";
