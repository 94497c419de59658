import { SUM, NO_MODELS, UNTRUSTED, type Wrong } from "./wrong-inputs.ts";

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
      'error: --debater: expected compat:<model>@<url>, with an address that begins with http:// or https://, such as compat:llama@http://127.0.0.1:8000/v1, got "compat:x@nowhere"',
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "openai/x", "-d", "anthropic/y"],
    says: [
      "error: Missing API keys: OPENAI_API_KEY (for openai/x), ANTHROPIC_API_KEY (for anthropic/y). Run: export OPENAI_API_KEY=… ANTHROPIC_API_KEY=…, or write them into .env; programs of your own need node --env-file=.env.",
    ],
  },
  {
    args: ["-q", "Why so?", "-d", "command:no-such-program*2"],
    says: [
      'error: --debater: expected a program that can be run, got "no-such-program", which is not on the PATH: install it or correct its name',
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x*0", "-d", "embedded"],
    says: ['error: --debater: "openai/x*0": write 1 to 99 after the *'],
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
    says: ['error: --answer: expected two or more choices, such as choice:yes,no, got ["a"]'],
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
    says: [
      'error: --id: expected 1 to 200 letters, digits and the characters . : @ _ - (but not . or .. alone), got "a b"',
    ],
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
  { args: ["init"], says: NO_MODELS },
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
      'error: --with: "openai" was not found here.',
      "  Set OPENAI_API_KEY.",
      "  Nothing was found: no API key, no local server and no coding agent.",
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
      "  OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): it could not be reached: the connection was refused. Is the server running? If you don't use it, unset OPENAI_BASE_URL",
      "  To check again: rostrum doctor",
    ],
  },
  { args: ["serve", "--port", "99999"], says: ['error: --port: expected 0 to 65535, got "99999"'] },
  { args: ["serve", "--port", "abc"], says: ['error: --port: expected a whole number, got "abc"'] },
  {
    args: ["serve", "--host", "0.0.0.0"],
    says: [
      "error: --host: other machines can reach this server at 0.0.0.0, so it needs a token.",
      "  To make one: rostrum serve --new-token <user>",
      "  To use it: set ROSTRUM_TOKEN, or name a file with --tokens",
      "  For this machine only: listen on 127.0.0.1",
    ],
  },
  ...[
    [
      "--allow-host",
      "panel.example.com",
      "other machines can reach this server as panel.example.com",
    ],
    ["--trust-proxy", "127.0.0.1", "other machines can reach this server through a proxy"],
    ["--base-path", "/rostrum", "other machines can reach this server through a proxy"],
    [
      "--public-url",
      "https://panel.example.com",
      "other machines can reach this server at https://panel.example.com",
    ],
  ].map(([flag = "", value = "", reason = ""]) => ({
    args: ["serve", flag, value],
    says: [
      `error: ${flag}: ${reason}, so it needs a token.`,
      "  To make one: rostrum serve --new-token <user>",
      "  To use it: set ROSTRUM_TOKEN, or name a file with --tokens",
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
      "error: --token: expected at least 20 characters; to make one: rostrum serve --new-token <user>",
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
        "panels: { a: { debaters: [embedded*3] } }\nserver: { keep: { days: 90 } }\n",
    },
    says: [
      "error: Refused to load rostrum.config.yaml: it changes settings (server.keep: deletes older debates or audit rows); you haven't approved that.",
      '  server.keep sets: {"days":90}',
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
  {
    args: ["serve"],
    files: UNTRUSTED,
    says: [
      "error: Refused to load rostrum.config.yaml: it runs programs (panels.a.debaters[0]) and sends data to addresses (panels.a.debaters[1]); you haven't approved that.",
      "  panels.a.debaters[0] runs: cat",
      "  panels.a.debaters[1] sends to: compat:x@http://127.0.0.1:9/v1",
      '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
    ],
  },
];
