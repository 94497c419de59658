/** The pages of the site by what a reader wants, in order. A page of `docs/` that is in none comes last. */
export const GROUPS: readonly { title: string; pages: readonly string[] }[] = [
  { title: "Start", pages: ["start", "concepts", "gallery", "coming-from"] },
  { title: "Ask", pages: ["cli", "open-questions", "conversation", "budgets"] },
  { title: "Review", pages: ["reviews", "pull-requests", "editor"] },
  { title: "Plan", pages: ["plans"] },
  {
    title: "Program",
    pages: ["app", "answers", "results", "rules", "tools", "checkers", "chains", "integrations"],
  },
  {
    title: "Serve",
    pages: ["server", "page", "access", "deploy", "operations", "webhooks", "data", "postgres"],
  },
  {
    title: "Measure",
    pages: ["eval", "evaluations", "dial", "certificates", "evidence", "evidence-embedded"],
  },
  {
    title: "Reference",
    pages: [
      "options",
      "commands",
      "models",
      "model-calls",
      "prompts",
      "prompt-texts",
      "rest",
      "openai-api",
      "api/index",
      "journals",
      "observability",
      "runtimes",
      "embedded",
      "reliability",
      "performance",
      "upgrades",
    ],
  },
  {
    title: "The code",
    pages: ["architecture", "contributing", "changelog", "security", "training", "decisions/index"],
  },
];
