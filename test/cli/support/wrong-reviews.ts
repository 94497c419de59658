import { NO_MODELS, type Wrong } from "./wrong-inputs.ts";

const WAYS_WITHOUT_GIT = [
  "  Install git, or name files: rostrum review src/cart.ts src/order.ts",
  "  Or pipe a change in: rostrum review - < change.diff",
];

/** Mistakes with `rostrum review`. */
export const WRONG_REVIEWS: readonly Wrong[] = [
  {
    args: ["review"],
    says: [
      "error: No file was given, and git is not installed, so rostrum can't find your changes.",
      ...WAYS_WITHOUT_GIT,
    ],
  },
  {
    args: ["review", "--staged"],
    says: ["error: --staged can't be used: git is not installed.", ...WAYS_WITHOUT_GIT],
  },
  {
    args: ["review", "missing.ts"],
    says: [
      "error: There is no file or folder missing.ts. (This is not a git repository, so it can't be a commit either.)",
    ],
  },
  {
    args: ["review", "empty.txt"],
    says: ["error: Nothing to review: empty.txt is empty."],
  },
  {
    args: ["review", "bytes.bin"],
    says: ["error: review: bytes.bin is a binary file. Supported: UTF-8 text."],
  },
  { args: ["review", "notes.md"], says: ["reviewing notes.md: 1 file", ...NO_MODELS.slice(0, -1)] },
  {
    args: ["review", "--plan"],
    says: [
      "error: There is no plan to review: nothing came in on standard input.",
      "  Name its file: rostrum review --plan plan.md",
      "  Or pipe it in: cat plan.md | rostrum review --plan",
    ],
  },
  {
    args: ["review", "--plan", "empty.txt"],
    says: ["error: There is no plan to review: empty.txt is empty."],
  },
  {
    args: ["review", "--plan", "missing.md"],
    says: ["error: --plan: there is no file missing.md"],
  },
  {
    args: ["review", "--plan", "notes.md", "--fail-on", "high"],
    says: [
      "error: --fail-on doesn't work with --plan: leave it out.",
      '  A plan review exits with 4 unless its verdict is "proceed".',
    ],
  },
  {
    args: ["review", "--plan", "notes.md", "--staged"],
    says: [
      "error: --plan can't be combined with --staged: leave one of them out.",
      "  Reviewers of a plan can read the repository that this folder is in.",
    ],
  },
  {
    args: ["review", "notes.md", "--answer", "number"],
    says: [
      "error: --answer doesn't work with review, which always returns findings: leave it out.",
    ],
  },
  {
    args: ["review", "notes.md", "--sarif", "--fix-prompt"],
    says: ["error: --json, --sarif and --fix-prompt all write to stdout: give only one of them."],
  },
  {
    args: ["--staged"],
    says: [
      "error: unknown option '--staged'",
      "  --staged is an option of rostrum review: rostrum review --staged …",
    ],
  },
  {
    args: ["review", "--base"],
    says: ["error: --base needs a value: --base <branch>"],
  },
  {
    args: ["review", "notes.md", "--about", "--dry-run"],
    says: [
      "error: --about needs a value, got the option --dry-run.",
      "  If that is its value: --about=--dry-run",
    ],
  },
  {
    args: ["review", "notes.md", "--fail-on", "terrible"],
    says: [
      "error: option '--fail-on <severity>' argument 'terrible' is invalid. Allowed choices are low, medium, high, critical, never.",
    ],
  },
];
