/** A mistake, and what a user sees of it. */
export interface Wrong {
  args: readonly string[];
  /** Everything on stderr, in lines. */
  says: readonly string[];
  env?: Record<string, string>;
  /** Files that only this command finds. */
  files?: Record<string, string>;
}

export const SUM = ["-p", "embedded", "What is 2+2?"];

/** What is said wherever there is no model. */
export const NO_MODELS = [
  "error: No models available: no config, no API key and no local server found.",
  "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
  "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
  "  Or install and log in to claude or codex: rostrum can use your subscription.",
  '  Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
];

/** A config that came with a folder. */
export const UNTRUSTED = {
  "rostrum.config.yaml":
    'panels: { a: { debaters: [command:cat, "compat:x@http://127.0.0.1:9/v1"] } }\n',
};

/** What is said of that config wherever it would be loaded. */
export const REFUSED = [
  "error: Refused to load rostrum.config.yaml: you haven't approved what it does.",
  "  Runs a program: cat (panels.a.debaters[0])",
  "  Sends data to: compat:x@http://127.0.0.1:9/v1 (panels.a.debaters[1])",
  '  If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.',
];

/** One row for each kind of mistake, but those of reviews. */
export const WRONG_INPUTS: readonly Wrong[] = [
  {
    args: ["q.md"],
    files: { "q.md": "Why so?\n" },
    says: [
      "error: q.md is a file, not a question.",
      '  To ask about it: rostrum "your question" --context q.md',
      "  If the question is in it: rostrum --file q.md",
      "  To review it: rostrum review q.md",
    ],
  },
  {
    args: ["--max-cost", "bash.50", ...SUM],
    says: [
      'error: --max-cost: expected a number, got "bash.50"',
      '  Write 0.50 without a "$": the shell replaces $0.',
    ],
  },
  {
    args: ["-d", "openai/a,openai/b", "-d", "openai/c", "Why so?"],
    says: [
      'error: --debater: "openai/a,openai/b" names several members.',
      "  Give each its own -d: -d openai/a -d openai/b",
    ],
  },
  {
    args: ["-d", "openai/a*0", "Why so?"],
    says: [
      'error: --debater: "openai/a*0": expected 1 to 99 after the *, got 0',
      "  A debate also needs two or more members: -d '<provider>/<model>*3', or another -d.",
    ],
  },
  {
    args: ["ask", ""],
    says: ["error: The question is empty.", '  Write it in quotes: rostrum "your question"'],
  },
  {
    args: ["ask", "Why so?", "--file", "notes.md"],
    says: [
      "error: The question is given twice: on the command line and in --file.",
      "  Leave one out. To give a file as material, use --context <file>.",
    ],
  },
  { args: ["-f", "missing.txt"], says: ["error: --file: there is no file missing.txt"] },
  { args: ["-f", "folder"], says: ['error: --file: "folder" is a folder, not a file'] },
  {
    args: ["Why so?", "-c", "missing.md"],
    says: ["error: --context: there is no file missing.md"],
  },
  {
    args: ["Why so?", "-c", "empty.txt"],
    says: ["error: --context: empty.txt is empty"],
  },
  {
    args: ["Why so?", "-c", "bytes.bin"],
    says: [
      "error: --context: bytes.bin is a binary file. Supported: UTF-8 text, a PDF, or a PNG, JPEG, GIF or WebP image.",
    ],
  },
  {
    args: ["--context", "-"],
    says: [
      "error: Standard input can't be the question and its context at once.",
      '  Write the question in quotes: rostrum --context - "question"',
    ],
  },
  {
    args: ["Why so?", "--context", "-"],
    says: [
      'error: Nothing came in on standard input for "--context -".',
      '  Pipe something in: cat notes.md | rostrum --context - "question"',
    ],
  },
  {
    args: ["reveiw", "src/cart.ts"],
    says: [
      'error: "reveiw" is not a command.',
      "  Did you mean: rostrum review",
      '  To ask it as a question: rostrum ask "reveiw …"',
    ],
  },
  {
    args: ["follow", "x"],
    says: [
      'error: "follow" is not a command.',
      '  Did you mean: rostrum --follow x "your question"',
      '  To ask it as a question: rostrum ask "follow …"',
    ],
  },
  {
    args: ["hello"],
    says: ['error: "hello" is not a command.', "  To ask it as a question: rostrum ask hello"],
  },
  {
    args: ["status", "k4xz"],
    says: [
      'error: "status" is not a command.',
      "  Did you mean: rostrum runs",
      '  To ask it as a question: rostrum ask "status …"',
    ],
  },
  {
    args: ["folow", "k4xz"],
    says: [
      'error: "folow" is not a command.',
      '  Did you mean: rostrum --follow k4xz "your question"',
      '  To ask it as a question: rostrum ask "folow …"',
    ],
  },
  {
    args: ["Why so?", "-d", "openia/gpt-6-sol*3"],
    says: [
      'error: --debater: unknown provider "openia" in "openia/gpt-6-sol". Did you mean openai/gpt-6-sol?',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "-d", "openai/<model>*3"],
    says: [
      'error: --debater: replace <model> in "openai/<model>": `rostrum doctor` lists the models that your keys can use',
    ],
  },
  {
    args: ["Why so?", "--config", "misplaced.yaml"],
    says: [
      'error: misplaced.yaml, panel "a": temperature: this option belongs to a member, not to the panel. Write: debaters: [{ model: "…", temperature: … }]',
    ],
  },
  {
    args: ["aks", "Why so?"],
    says: [
      'error: "aks" is not a command.',
      "  Did you mean: rostrum ask",
      '  To ask it as a question: rostrum ask "aks …"',
    ],
  },
  {
    args: ["-q", "doctor"],
    says: [
      'error: "doctor" is a command, and a command comes before all options.',
      "  To list its options: rostrum doctor --help",
      "  To ask it as a question: rostrum ask doctor",
    ],
  },
  {
    args: ["-5 + 3 = ?"],
    says: [
      "error: unknown option '-5 + 3 = ?'",
      'A question that begins with a dash comes after --: rostrum -- "-5 + 3 = ?"',
    ],
  },
  {
    args: ["--nonsense", "Why so?"],
    says: ["error: unknown option '--nonsense'", "  To list the options: rostrum ask --help"],
  },
  { args: ["Why so?"], says: NO_MODELS },
  {
    args: ["Why so?"],
    env: { CI: "1" },
    says: [
      "error: No models available: no config, no API key and no local server found.",
      "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
      "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
      '  Or, for arithmetic, use the built-in networks: rostrum --panel embedded "What is 12+15*21?"',
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://127.0.0.1:59999/v1" },
    says: [
      "error: No models available: none of the providers with a key can be used.",
      "  OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): the connection was refused. Check that the server is running, or unset OPENAI_BASE_URL.",
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "nonsense" },
    says: [
      'error: OPENAI_BASE_URL: "nonsense" is not an address. Write one such as https://example.com/v1',
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?"],
    env: { OPENAI_API_KEY: "k", HTTPS_PROXY: "proxy:3128" },
    says: [
      'error: HTTPS_PROXY: "proxy:3128" is not an address. Write one such as http://proxy:3128',
      "  To check again: rostrum doctor",
    ],
  },
  {
    args: ["Why so?", "--config", "missing.yaml"],
    says: [
      "error: There is no config file missing.yaml.",
      "  Correct the path, or write a config: rostrum init",
    ],
  },
  {
    args: ["Why so?", "--config", "bad.yaml"],
    says: ["error: bad.yaml is not valid YAML: line 3: a ] is missing."],
  },
  {
    args: ["Why so?", "--config", "none.yaml"],
    says: [
      'error: none.yaml: expected at least one panel under "panels", such as panels: { main: { debaters: [openai/<model>*3] } }',
    ],
  },
  {
    args: ["Why so?", "--config", "outline.yaml"],
    says: ['error: outline.yaml: unknown option "pannels"; did you mean "panels"?'],
  },
  {
    args: ["Why so?", "--config", "typo.yaml"],
    says: ['error: typo.yaml, panel "a": debatters: unknown option; did you mean "debaters"?'],
  },
  {
    args: ["Why so?", "--config", "provider.yaml"],
    says: [
      'error: provider.yaml, panel "a": debaters[0].model: unknown provider "foo" in "foo/bar".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
  {
    args: ["Why so?", "--config", "two.yaml"],
    says: [
      "error: No default panel: two.yaml has 2 panels (a, b).",
      '  Choose one with --panel a, or write "default: a" in the file.',
    ],
  },
  {
    args: ["Why so?", "--config", "two.yaml", "-p", "c"],
    says: ['error: There is no panel "c" in two.yaml.', "  Available panels: a, b, embedded."],
  },
  {
    args: ["Why so?", "--config", "two.yaml", "-p", "embeded"],
    says: [
      'error: There is no panel "embeded" in two.yaml.',
      "  Did you mean --panel embedded?",
      "  Available panels: a, b, embedded.",
    ],
  },
  {
    args: ["Why so?", "-p", "nobody"],
    says: [
      'error: There is no panel "nobody", because this folder has no config.',
      "  To write a config with panels of your models: rostrum init",
    ],
  },
  {
    args: ["Why so?"],
    files: UNTRUSTED,
    says: REFUSED,
  },
  {
    args: ["Why so?", "-p", "embedded"],
    says: [
      "error: This panel does arithmetic only, and can't answer this question.",
      "  Leave out --panel embedded. If you have no models yet:",
      "  Set a key: export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY, …).",
      "  Or start Ollama, LM Studio, llama.cpp or vLLM.",
      "  Or install and log in to claude or codex: rostrum can use your subscription.",
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x"],
    says: [
      "error: --debater: a debate needs two or more members, got one: openai/x.",
      "  Ask it three times: -d 'openai/x*3'",
      "  Or add another one: -d <provider>/<model>",
    ],
  },
  {
    args: ["Why so?", "-d", "openai/x,openai/y"],
    says: [
      'error: --debater: "openai/x,openai/y" names several members.',
      "  Give each its own -d: -d openai/x -d openai/y",
    ],
  },
  {
    args: ["Why so?", "-d", "foo/bar*2"],
    says: [
      'error: --debater: unknown provider "foo" in "foo/bar".',
      "  Known providers: anthropic, openai, google, openrouter, mistral, groq, xai, deepseek, together, fireworks, cerebras, azure, ollama, lmstudio.",
      "  For any server that speaks OpenAI's protocol: compat:<model>@<url>",
    ],
  },
];
