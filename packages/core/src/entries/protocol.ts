/*
 * The types that every package shares, a file per idea, and the few functions that belong to them: how costs are added,
 * how steps are named.
 */

// Questions and settings
export * from "../protocol/answer.ts";
export * from "../protocol/answer-settings.ts";
export * from "../protocol/model.ts";
export * from "../protocol/options.ts";
export * from "../protocol/prompts.ts";
export * from "../protocol/provider-search.ts";
export * from "../protocol/question.ts";
export * from "../protocol/quorum.ts";
export * from "../protocol/rule-settings.ts";
export * from "../protocol/rules.ts";
export * from "../protocol/settings.ts";
export * from "../protocol/sides.ts";
export * from "../protocol/verify.ts";

// Events and results
export * from "../protocol/assignment.ts";
export * from "../protocol/citation.ts";
export * from "../protocol/critique.ts";
export * from "../protocol/empty-result.ts";
export * from "../protocol/findings.ts";
export * from "../protocol/note.ts";
export * from "../protocol/open-questions.ts";
export * from "../protocol/outcome.ts";
export * from "../protocol/position.ts";
export * from "../protocol/result.ts";
export * from "../protocol/score.ts";
export * from "../protocol/tool-use.ts";
export * from "../protocol/waits.ts";
export * from "../protocol/with-unit.ts";

// Events
export * from "../protocol/balloting-event.ts";
export * from "../protocol/events.ts";
export * from "../protocol/paid-call.ts";
export * from "../protocol/people-events.ts";
export * from "../protocol/started-event.ts";

// Knowledge about a panel
export * from "../protocol/calibration.ts";
export * from "../protocol/certificate.ts";
export * from "../protocol/learned-panel.ts";
export * from "../protocol/plan.ts";
export * from "../protocol/shift.ts";

// Calls, costs and caps
export * from "../protocol/attempt.ts";
export * from "../protocol/budget.ts";
export * from "../protocol/costs.ts";
export * from "../protocol/limiter.ts";
export * from "../protocol/spend.ts";
export * from "../protocol/step-id.ts";
export * from "../protocol/step.ts";
export * from "../protocol/tool.ts";
export * from "../protocol/tracer.ts";
export * from "../protocol/usage.ts";

// Stored data of journals and servers
export * from "../protocol/journal.ts";
export * from "../protocol/server-request.ts";
