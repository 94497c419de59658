/** The pages of the site by group, in order. A page of `docs/` that is in none comes last. */
export const GROUPS: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: "Using it",
    pages: [
      "guide",
      "answers",
      "checkers",
      "tools",
      "open-questions",
      "conversation",
      "chains",
      "dial",
      "prompts",
      "coming-from",
    ],
  },
  { title: "Models", pages: ["models", "embedded", "playground"] },
  {
    title: "Command line and server",
    pages: [
      "cli",
      "editor",
      "pull-requests",
      "evaluations",
      "server",
      "access",
      "webhooks",
      "page",
      "integrations",
    ],
  },
  { title: "Reference", pages: ["options", "api/index"] },
  {
    title: "Running it",
    pages: [
      "deploy",
      "operations",
      "journals",
      "postgres",
      "scale",
      "observability",
      "reliability",
      "performance",
      "runtimes",
    ],
  },
  { title: "Does it help?", pages: ["eval", "evidence", "evidence-embedded"] },
  {
    title: "The code",
    pages: ["architecture", "contributing", "changelog", "security", "training", "decisions/index"],
  },
];
