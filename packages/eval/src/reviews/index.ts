export { evaluateReviews } from "./evaluate-reviews.ts";
export type { FixOutcome, Recall, ReviewsReport } from "./reviews-report.ts";
