/** The pages of the site by what a reader wants, in order. A page of `docs/` that is in none comes last. */
export const GROUPS: readonly { title: string; pages: readonly string[] }[] = [
  { title: "Start", pages: ["start", "gallery"] },
  { title: "Models and keys", pages: ["models", "model-calls", "embedded"] },
  { title: "Answers", pages: ["answers", "comparing", "checkers", "tools"] },
  { title: "Open questions", pages: ["open-questions", "reviews", "conversation"] },
  { title: "Budgets and resume", pages: ["budgets", "dial", "certificates", "chains", "journals"] },
  {
    title: "In your app",
    pages: ["app", "rules", "results", "integrations", "runtimes", "prompts", "coming-from"],
  },
  {
    title: "On the command line",
    pages: ["cli", "editor", "pull-requests", "evaluations", "playground"],
  },
  {
    title: "As a service",
    pages: [
      "server",
      "rest",
      "openai-api",
      "mcp",
      "access",
      "sign-in",
      "page",
      "webhooks",
      "deploy",
      "operations",
      "postgres",
      "scale",
      "observability",
    ],
  },
  { title: "Does it pay", pages: ["eval", "evidence", "evidence-embedded"] },
  {
    title: "Reference",
    pages: ["options", "commands", "prompt-texts", "api/index", "reliability", "performance"],
  },
  {
    title: "The code",
    pages: ["architecture", "contributing", "changelog", "security", "training", "decisions/index"],
  },
];
