import { COMMANDS } from "./commands/table.ts";

/** The first page of help, kept short. */
export function rootHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const commands = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `rostrum asks a panel of language models one question, lets them argue, and gives one answer.

  rostrum "question"             ask the panel of rostrum.config.yaml or .json
  rostrum demo                   see a debate now, without a key or a network
  rostrum --panel embedded "What is 12+15*21?"
  rostrum -d openai/<model> -d anthropic/<model> -d ollama/<model> "question"
  cat question.txt | rostrum --context notes.md --json

Commands:
${commands.join("\n")}

Often used:
  -d, --debater <id>    a member of the panel (again for each)
  -p, --panel <name>    a panel of the config; "embedded" is always there
  -r, --rounds <n>      revision rounds; 0 is a plain vote
  --max-cost <usd>      most dollars to spend
  --json, --events      the result, or every event, as JSON on stdout
  --dry-run             print the most that it may cost, and call no model
  -h, --help            this; "rostrum <command> --help" has every flag
  -V, --version

The answer goes to stdout, everything else to stderr.
Exit codes: 0 answered, 1 error, 2 answered but degraded or escalated, 3 budget,
4 findings that stand (review).
`;
}
