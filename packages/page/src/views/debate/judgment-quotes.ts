/* A separate module, because only debates with a judge's prose need the search for its quotes. */
export { listJudgmentQuotes } from "@rostrum/core/export";
