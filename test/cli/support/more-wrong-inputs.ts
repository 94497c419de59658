import { SUM, NO_MODELS, REFUSED, UNTRUSTED, type Wrong } from "./wrong-inputs.ts";

const TOKEN_WAYS = [
  "  For one admin: run rostrum serve --new-token owner --role admin, and set ROSTRUM_TOKEN to the token that it prints",
  "  For several users: run rostrum serve --tokens tokens.json --new-token <user> for each, and add --tokens tokens.json",
];

/** More mistakes: settings, caps, panels and other commands. */
export const MORE_WRONG_INPUTS: readonly Wrong[] = [
  {
    args: ["Why so?", "-d", "gpt-6-sol*2"],
    says: ['error: --debater: "gpt-6-sol" has no provider. Write openai/gpt-6-sol'],
  },
  {
    args: ["Why so?", "-d", "something*2"],
    says: [
      'error: --debater: expected a model id such as openai/<model>, command:<program> or human:<name>, got "something".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "-d", "compat:x@nowhere*2"],
    says: [
      'error: --debater: "compat:x@nowhere": expected an address such as http://127.0.0.1:8000/v1 after the @, got "nowhere"',
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "openai/x", "-d", "anthropic/y"],
    says: [
      "error: Missing API keys: OPENAI_API_KEY (for openai/x), ANTHROPIC_API_KEY (for anthropic/y).",
      "  Run: export OPENAI_API_KEY=… ANTHROPIC_API_KEY=…",
      "  Or write them into .env (for your own program: node --env-file=.env).",
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "command:no-such-program*2"],
    says: [
      'error: --debater: "no-such-program" is not on the PATH: install it or correct its name',
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x*0", "-d", "embedded"],
    says: ['error: --debater: "openai/x*0": expected 1 to 99 after the *, got 0'],
  },
  {
    args: ["--rounds", "many", ...SUM],
    says: ['error: --rounds: expected a whole number, got "many"'],
  },
  {
    args: ["--rounds", "-1", ...SUM],
    says: ["error: --rounds: expected a whole number, 0 or more, got -1"],
  },
  {
    args: ["--max-cost", "ten", ...SUM],
    says: ['error: --max-cost: expected a number, got "ten"'],
  },
  {
    args: ["--timeout", "soon", ...SUM],
    says: ['error: --timeout: expected a time such as 30s, 2m or 500ms, got "soon"'],
  },
  {
    args: ["--answer", "numbr", ...SUM],
    says: ['error: --answer: unknown value "numbr"; did you mean "number"?'],
  },
  {
    args: ["--answer", "choice:a", ...SUM],
    says: ['error: --answer: expected two or more choices, such as choice:yes,no, got "choice:a"'],
  },
  {
    args: ["--answer", "json", ...SUM],
    says: ["error: --answer json needs a JSON Schema: --schema <file>"],
  },
  {
    args: ["--stop", "nope", ...SUM],
    says: [
      'error: --stop: expected one of "unanimous", "agreement", "stable", "never", got "nope"',
    ],
  },
  {
    args: ["--schema", "broken.json", ...SUM],
    says: ["error: --schema: broken.json is not valid JSON (line 1)."],
  },
  {
    args: ["--schema", "odd.json", ...SUM],
    says: ['error: --schema odd.json: "nonsense" is not a JSON Schema type'],
  },
  {
    args: ["--resume", "nope"],
    says: ['error: There is no run "nope".', "  To list them: rostrum runs"],
  },
  {
    args: ["--carry", "verdict", ...SUM],
    says: [
      "error: --carry works only with --follow.",
      "  Add --follow (the latest run of this folder) or --follow <id>, or leave out --carry.",
    ],
  },
  {
    args: ["--journal", "folder", ...SUM],
    says: ['error: --journal: "folder" is a folder. Give a file: --journal folder/rostrum.db'],
  },
  {
    args: ["-q", "--id", "a b", ...SUM],
    says: ['error: --id: "a b" contains " ". Use only a-z, A-Z, 0-9 and . : @ _ -'],
  },
  { args: ["doctor", "--jsn"], says: ["error: unknown option '--jsn'", "(Did you mean --json?)"] },
  {
    args: ["--budget", "0.2", ...SUM],
    says: ["error: unknown option '--budget'", "(Did you mean --max-cost?)"],
  },
  {
    args: ["doctor", "extra"],
    says: ['error: doctor takes no arguments; leave out "extra".'],
  },
  {
    args: ["init"],
    says: [
      "error: No models to write a config for: no API key and no local server found.",
      ...NO_MODELS.slice(1, -1),
    ],
  },
  {
    args: ["init", "--for", "nothing"],
    says: [
      "error: option '--for <kind>' argument 'nothing' is invalid. Allowed choices are any, number, choice, decision, review.",
    ],
  },
  {
    args: ["init", "--care", "much"],
    says: [
      "error: option '--care <level>' argument 'much' is invalid. Allowed choices are quick, normal, careful.",
    ],
  },
  {
    args: ["init", "--with", "openai"],
    says: [
      "error: --with openai: OPENAI_API_KEY is not set.",
      "  Nothing else was found: no API key, no local server and no coding agent.",
    ],
  },
  {
    args: ["init"],
    files: { "rostrum.config.yaml": "" },
    says: ["error: rostrum.config.yaml already exists.", "  To overwrite it, add --force."],
  },
  {
    args: ["init", "--yaml"],
    files: { "rostrum.config.json": "{}" },
    says: [
      "error: rostrum.config.json already exists.",
      "  A folder may have only one config: remove that file to write rostrum.config.yaml.",
    ],
  },
  {
    args: ["init"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:59999/v1" },
    says: [
      "error: No models available: none of the providers with a key can be used.",
      "  OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): the connection was refused. Check that the server is running, or unset OPENAI_BASE_URL.",
      "  To check again: rostrum doctor",
    ],
  },
  { args: ["serve", "--port", "99999"], says: ['error: --port: expected 0 to 65535, got "99999"'] },
  { args: ["serve", "--port", "abc"], says: ['error: --port: expected a whole number, got "abc"'] },
  {
    args: ["serve", "--host", "0.0.0.0"],
    says: [
      "error: --host: 0.0.0.0 lets other machines reach this server, so it needs a token.",
      ...TOKEN_WAYS,
      "  For this machine only: listen on 127.0.0.1",
    ],
  },
  ...[
    [
      "--allow-host",
      "panel.example.com",
      "other machines can reach this server as panel.example.com",
    ],
    ["--trust-proxy", "127.0.0.1", "a proxy may let other machines reach this server"],
    ["--base-path", "/rostrum", "a proxy may let other machines reach this server"],
    [
      "--public-url",
      "https://panel.example.com",
      "other machines can reach this server at https://panel.example.com",
    ],
  ].map(([flag = "", value = "", reason = ""]) => ({
    args: ["serve", flag, value],
    says: [
      `error: ${flag}: ${reason}, so it needs a token.`,
      ...TOKEN_WAYS,
      "  For this machine only: leave this setting out",
    ],
  })),
  {
    args: ["serve", "--tokens", "empty.json"],
    files: { "empty.json": "[]" },
    says: [
      "warning: empty.json can be read by other users of this machine: chmod 600 empty.json",
      "error: --tokens: expected at least one user in empty.json, got none.",
      "  To add one: rostrum serve --tokens empty.json --new-token <user> --role admin",
    ],
  },
  {
    args: ["serve", "--tokens", "folder"],
    says: ['error: --tokens: "folder" is a folder, not a file'],
  },
  {
    args: ["serve", "--tokens", "broken.json"],
    says: ["error: --tokens: broken.json is not valid JSON (line 1)."],
  },
  {
    args: ["serve", "--config", "missing.yaml"],
    says: [
      "error: There is no config file missing.yaml.",
      "  Correct the path, or write a config: rostrum init",
    ],
  },
  {
    args: ["serve", "--config", "served.yaml"],
    says: [
      'error: served.yaml: unknown setting "nope" under "server"; expected one of oidc, policy, keep, webhooks, publicUrl, models',
    ],
  },
  {
    args: ["serve", "--token", "short"],
    says: [
      "error: --token: expected at least 20 characters, got 5.",
      "  To make a token: rostrum serve --new-token <user>",
    ],
  },
  {
    args: ["serve", "--allow-origin", "nope"],
    says: [
      'error: --allow-origin: expected an origin such as https://tools.example.com, got "nope"',
    ],
  },
  {
    args: ["serve", "--public-url", "nope"],
    says: [
      'error: --public-url: expected an address such as https://panel.example.com, got "nope"',
    ],
  },
  {
    args: ["serve"],
    files: {
      "rostrum.config.yaml":
        "panels: { a: { debaters: [embedded*3] } }\nserver: { keep: { days: 90 }, publicUrl: 'https://panel.example.com' }\n",
    },
    says: [
      "error: Refused to load rostrum.config.yaml: you haven't approved what it does.",
      '  Deletes older debates or audit rows: {"days":90} (server.keep)',
      '  Puts this address into links, and answers under its name: "https://panel.example.com" (server.publicUrl)',
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
  {
    args: ["serve"],
    files: UNTRUSTED,
    says: REFUSED,
  },
];
