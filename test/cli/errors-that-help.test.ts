import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openAiServer, type Behaviour, type Received } from "../support/openai-server.ts";
import { asking, newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

/** A folder, bytes that are no text, an empty file and broken JSON. */
function clutter(home: Home): void {
  mkdirSync(home.file("folder"));
  writeFileSync(home.file("bytes"), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(home.file("empty"), "");
  writeFileSync(home.file("broken.json"), "{");
  // As a spreadsheet saves it.
  writeFileSync(home.file("sheet.csv"), Buffer.from("question,gold\nWo?,K\u00f6ln\n", "latin1"));
  writeFileSync(home.file("cut.jsonl.gz"), Buffer.from([0x1f, 0x8b, 0x08]));
  symlinkSync("loop", home.file("loop"));
}

const SUM = ["--panel", "embedded", "What is 2+3?"];

test.each([
  [["-c", "folder", ...SUM], '--context: "folder" is a folder, not a file'],
  [["-c", "missing", ...SUM], "--context: there is no file missing"],
  [["-c", "shet.csv", ...SUM], "--context: there is no file shet.csv. Did you mean sheet.csv?"],
  [["review", "folder"], 'Nothing to review: "folder" is an empty folder.'],
  [["review", "brokn.json"], "\n  Did you mean broken.json?\n"],
  [["-c", "bytes", ...SUM], "--context: bytes is a binary file. Supported: UTF-8 text, a PDF"],
  [["-c", "loop", ...SUM], "--context: loop is a symbolic link that leads back to itself"],
  [["-f", "folder", "--panel", "embedded"], '--file: "folder" is a folder, not a file'],
  [["--config", "folder", "Why so?"], "is a folder, not a file"],
  [["--config", "bytes", "Why so?"], "is a binary file. Supported: UTF-8 text."],
  [["--config", "empty", "Why so?"], "got nothing"],
  [["--journal", "folder", ...SUM], '--journal: "folder" is a folder. Give a file: --journal'],
  [["--schema", "folder", ...SUM], '--schema: "folder" is a folder, not a file'],
  [["--schema", "broken.json", ...SUM], "--schema: broken.json is not valid JSON (line 1)"],
  [
    ["--schema", "empty", "--answer", "math", ...SUM],
    "--schema is for JSON answers: leave out --answer",
  ],
  [["eval", "folder"], "is a folder, not a file"],
  [["eval", "sheet.csv", "--panel", "embedded"], "got other bytes in sheet.csv: save it as UTF-8"],
  [
    ["eval", "cut.jsonl.gz", "--panel", "embedded"],
    "cut.jsonl.gz is a damaged or incomplete gzip file",
  ],
  [
    ["eval", "--panel", "embedded", "--dataset", "arithmetic:du:2", "--out", "empty"],
    "--out: expected a folder, got the file empty",
  ],
  [
    ["eval", "--panel", "embedded", "--dataset", "arithmetic:du:2", "--compare", "folder"],
    '--compare: "folder" is a folder, not a file',
  ],
  [["serve", "--tokens", "folder"], '--tokens: "folder" is a folder, not a file'],
  [["--max-output-tokens", "0", ...SUM], "--max-output-tokens: expected a whole number, 1 or more"],
  [["--temperature", "11", ...SUM], "--temperature: expected a number from 0 to 10"],
  [["--reasoning-effort", "much", ...SUM], "--reasoning-effort: expected one of none"],
  [["-d", "openai/x", "Why so?"], "Ask it three times: -d 'openai/x*3'"],
])("%j gets an error message without a stack trace", async (args, words) => {
  using home = newHome();
  clutter(home);
  const { code, stdout, stderr } = await rostrum(home, args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/\n\s+at |EISDIR|ENOENT/);
});

test("a question in another encoding is refused, not asked in other words", async () => {
  using home = newHome();
  const input = Buffer.from("O\u00f9 est la cl\u00e9 ?", "latin1");
  const { code, stderr } = await rostrum(home, ["--panel", "embedded"], { input });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "error: question: standard input is not text in UTF-8. Supported: UTF-8 text.\n",
  });
});

test.skipIf(!existsSync("/dev/zero"))(
  "a device that never ends is not read to its end",
  async () => {
    using home = newHome();
    const { code, stderr } = await rostrum(home, ["-c", "/dev/zero", ...SUM]);
    expect(code).toBe(1);
    expect(stderr).toContain("--context: expected at most 20 MB, got more in /dev/zero");
  },
);

test("a cap given as a flag is called by its flag", async () => {
  using home = newHome();
  const priced = await rostrum(home, asking("agree", "--max-cost", "1", "Capital?"));
  expect(priced.code).toBe(1);
  for (const flag of ["--max-cost", "--max-calls", "--max-tokens"])
    expect(priced.stderr).toContain(flag);
  expect(priced.stderr).not.toContain("budget");
  const called = await rostrum(home, ["--max-calls", "2", "-q", ...SUM]);
  expect(called.code).toBe(3);
  expect(called.stderr).toContain("--max-calls 2 is too little for three answers.");
  expect(called.stderr).toContain("Smallest: --max-calls 3");
  const planned = await rostrum(home, ["--max-calls", "2", "--dry-run", ...SUM]);
  expect([planned.code, planned.stdout]).toEqual([3, ""]);
  expect(planned.stderr).toContain("--max-calls 2 is too little for three answers.");
});

async function onServer(
  behave: (request: Received) => Behaviour,
  use: (id: string, received: Received[]) => Promise<void>,
): Promise<void> {
  const server = await openAiServer(behave);
  try {
    await use(`compat:tiny@${server.url}*3`, server.received);
  } finally {
    await server.close();
  }
}

describe("a panel that brings no answer", () => {
  test("identical errors are printed in full once in progress and once at the end", async () => {
    using home = newHome();
    await onServer(
      () => ({ status: 401, message: "wrong badge" }),
      async (id) => {
        const { code, stderr } = await rostrum(home, ["-d", id, "Capital?"]);
        expect(code).toBe(1);
        expect(stderr.match(/wrong badge/g)).toHaveLength(2);
        const variable = `ROSTRUM_KEY_${/127[\d.]+:\d+/.exec(id)?.[0].replaceAll(/[.:]/g, "_")}`;
        const reason = `wrong badge (status 401): set ${variable} to the server's key`;
        expect(stderr).toContain(`none of the 3 members replied: ${reason}`);
        expect(stderr, "it doesn't check servers of flags").not.toContain("rostrum doctor");
        expect(stderr).toContain("None of 3 calls got a reply");
        expect(stderr).not.toContain("kept");
      },
    );
  });

  test("one wrong key is the first thing to read, with its provider, address and variable", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ status: 401, message: "wrong badge" }));
    const panels = { default: { debaters: ["openai/gpt-5.2", "openai/gpt-5.1"] } };
    writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels }));
    const run = (url: string): ReturnType<typeof rostrum> =>
      rostrum(home, ["--retries", "0", "Capital?"], {
        env: { OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: url },
      });
    try {
      const refused = await run(server.url);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        `error: OpenAI at ${server.url} (OPENAI_BASE_URL): the key in OPENAI_API_KEY was refused (status 401), so none of the 2 members replied\n` +
          "  It said: wrong badge (status 401)\n  To check keys and addresses: rostrum doctor\n",
      );
      expect(refused.stderr).not.toContain("quorum");
    } finally {
      await server.close();
    }
    const unreachable = await run(server.url);
    expect(unreachable.stderr).toContain(
      `error: OpenAI at ${server.url} (OPENAI_BASE_URL): the connection was refused, so none`,
    );
    expect(unreachable.stderr).toContain("unset OPENAI_BASE_URL");
  });

  test("a model that isn't listed is refused before a call if the quorum needs it", async () => {
    using home = newHome();
    const server = await openAiServer(() => ({ reply: "Answer: Paris" }), ["tiny", "small"]);
    const env = { OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: server.url };
    const ask = (...args: string[]): ReturnType<typeof rostrum> => rostrum(home, args, { env });
    const two = ["-d", "openai/tony", "-d", "openai/tiny"];
    try {
      const refused = await ask(...two, "Capital?");
      expect(refused.code).toBe(1);
      expect(refused.stderr).toBe(
        "warning: OpenAI doesn't list a model tony: did you mean openai/tiny?\n" +
          "error: openai/tony: not in the provider's list, so at most 1 of 2 members can reply, and 2 must.\n" +
          "  To ask anyway, with 1 reply enough: --quorum 1\n",
      );
      expect(server.received).toHaveLength(0);
      // With a third member, two can reply. With a quorum of one, so many are enough.
      for (const more of [
        ["-d", "openai/small"],
        ["--quorum", "1"],
      ])
        expect((await ask(...two, ...more, "Capital?")).stderr).toContain("first answers: asking");
    } finally {
      await server.close();
    }
  });

  test("a panel whose models don't exist is not offered a resume, which would fail again", async () => {
    using home = newHome();
    let callCount = 0;
    await onServer(
      () =>
        callCount++ > 0 ? { status: 404, message: "no such model" } : { reply: "Answer: Paris" },
      async (id) => {
        const { stderr } = await rostrum(home, [
          "-d",
          id,
          "--quorum",
          "2",
          "--id",
          "x",
          "Capital?",
        ]);
        expect(stderr).toContain("1 of 3 calls got a reply");
        expect(stderr).toContain("A new run can name other models.");
        expect(stderr).not.toContain("--resume");
        const resumed = await rostrum(home, ["ask", "--resume", "x"]);
        // The failures of the first attempt are no news.
        expect(resumed.stderr.match(/ failed: /g)).toHaveLength(1);
        expect(resumed.stderr.match(/ failed with the same error as /g)).toHaveLength(1);
      },
    );
  });

  test("a run that goes on after a refused key doesn't tell of the refusal again", async () => {
    using home = newHome();
    let isRefused = true;
    await onServer(
      () => (isRefused ? { status: 401, message: "Incorrect key." } : { reply: "Answer: Paris" }),
      async (id) => {
        const first = await rostrum(home, ["-d", id, "--id", "x", "Capital?"]);
        expect(first.stderr).toContain("failed: Incorrect key.");
        expect(first.stderr).toContain("no answer can be read");
        isRefused = false;
        const resumed = await rostrum(home, ["ask", "--resume", "x"]);
        expect(resumed).toMatchObject({ code: 0, stdout: "Paris\n" });
        expect(resumed.stderr).not.toMatch(/failed|no answer/);
        expect(resumed.stderr).toContain("first answers: all 3 agree");
      },
    );
  });

  test("one id that can't be asked is told at once, with the number of members", async () => {
    using home = newHome();
    const bare = await rostrum(home, ["-d", "gpt-5", "Why so?"]);
    expect(bare.stderr).toBe(
      'error: --debater: "gpt-5" has no provider. Write openai/gpt-5\n' +
        "  A debate also needs two or more members: -d '<provider>/<model>*3', or another -d.\n",
    );
    const unknown = await rostrum(home, ["-d", "opnai/gpt-5", "Why so?"]);
    expect(unknown.stderr).toContain('unknown provider "opnai"');
    expect(unknown.stderr).toContain("two or more members");
  });

  test("an unreadable reply is quoted with the expected form", async () => {
    using home = newHome();
    await onServer(
      () => ({ reply: "I would\u0007\u001b]rather not." }),
      async (id) => {
        const { stderr } = await rostrum(home, ["-d", id, "--answer", "number", "How many?"]);
        expect(stderr).toContain("expected a number");
        expect(stderr).toContain('"I would ]rather not. I would ]rather not."');
        expect(stderr).toContain("rostrum show");
        expect(stderr).not.toContain("\u001b]");
      },
    );
  });

  test("replies that stay cut off name the flag, and a resume with it goes on", async () => {
    using home = newHome();
    await onServer(
      ({ body }) =>
        Number(body["max_tokens"]) < 8000
          ? { reply: "", finish: "length" }
          : { reply: "Answer: Paris\nConfidence: 0.9" },
      async (id, received) => {
        const first = await rostrum(home, ["-d", id, "--id", "cut", "Capital?"]);
        expect(first.code).toBe(1);
        expect(first.stderr).toContain("cut off at maxOutputTokens 4096");
        expect(first.stderr).toContain("rostrum ask --resume cut --max-output-tokens 8192");
        const resumed = ["ask", "--resume", "cut", "--max-output-tokens", "8192"];
        expect(await rostrum(home, resumed)).toMatchObject({ code: 0, stdout: "Paris\n" });
        expect(received).toHaveLength(9);
        // The run is finished now, under whatever limit it is asked for.
        expect(await rostrum(home, resumed)).toMatchObject({ code: 0, stdout: "Paris\n" });
        expect(received).toHaveLength(9);
      },
    );
  });
});

test("flags set every debater, whatever the panel looks like", async () => {
  using home = newHome();
  const settings = [
    "--temperature",
    "0.3",
    "--max-output-tokens",
    "700",
    "--system",
    "Mind the law.",
  ];
  await onServer(
    () => ({ reply: '{"city":"Paris"}' }),
    async (id, received) => {
      writeFileSync(
        home.file("s.json"),
        '{"type":"object","properties":{"city":{"type":"string"}}}',
      );
      const single = id.replace("*3", "");
      for (const panel of [
        ["-d", id],
        ["--model", single],
        ["-d", `{"model":"${single}","instructions":"Be brief."}`, "-d", single],
      ]) {
        received.length = 0;
        const flags = [...settings, "--reasoning-effort", "low", "--schema", "s.json", "-r", "0"];
        const { code, stdout } = await rostrum(home, [...panel, ...flags, "Capital of France?"]);
        expect({ code, stdout }).toEqual({ code: 0, stdout: '{"city":"Paris"}\n' });
        expect(received.length).toBeGreaterThan(1);
        for (const { body } of received) {
          expect(body).toMatchObject({
            temperature: 0.3,
            max_tokens: 700,
            reasoning_effort: "low",
            response_format: { type: "json_schema" },
          });
          expect(JSON.stringify(body)).toContain("Mind the law.");
        }
        expect(JSON.stringify(received).includes("Be brief.")).toBe(panel.length === 4);
      }
    },
  );
});

describe("nothing to ask an ordinary question with", () => {
  const question = "What is the capital of France?";

  test("init writes nothing, and says what to do", async () => {
    using home = newHome();
    const env = { PATH: home.folder };
    const { code, stderr } = await rostrum(home, ["init"], { env });
    expect(code).toBe(1);
    for (const words of ["No models to write a config for", "OPENAI_API_KEY", "Ollama"])
      expect(stderr).toContain(words);
    expect(existsSync(home.file("rostrum.config.yaml"))).toBe(false);
  });

  test("a panel that does arithmetic only refuses it before anything is begun", async () => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, ["--panel", "embedded", question]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("arithmetic");
    expect(stderr).toContain("OPENAI_API_KEY");
    expect(stderr).not.toContain("round 0");
    expect((await rostrum(home, ["show"])).stderr).toContain("there are no runs yet");
  });

  test("with a key set, the error gives no advice on keys and says how to follow another run", async () => {
    using home = newHome();
    await rostrum(home, ["--panel", "embedded", "What is 2+3?"]);
    const env = { OPENAI_API_KEY: "sk-test" };
    const { code, stderr } = await rostrum(home, ["--follow", question], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\n {2}To follow another run: --follow <id>\n {2}Choose another panel\.\n$/,
    );
  });

  test("without a config it says what to do", async () => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, [question]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("No models available: no config, no API key");
    expect(existsSync(home.file("rostrum.config.yaml"))).toBe(false);
  });
});

test.each([
  [["--nonsense", "Why so?"], "usage", "unknown option '--nonsense'"],
  [["--config", "missing.yaml", "Why so?"], "usage", "There is no config file"],
  [["-d", "nobody/x*2", "Why so?"], "config", 'unknown provider "nobody"'],
  [["-d", "openai/x*2", "Why so?"], "config", "OPENAI_API_KEY"],
  [["--rounds", "many", "Why so?"], "usage", "--rounds: expected a whole number"],
  [["--panel", "embedded", "--events", "1+1"], "usage", "--json and --events"],
  [["docter"], "usage", '"docter" is not a command.'],
  [["--panel", "embedded", "--max-calls", "1", "What is 2+3?"], "budget", "--max-calls 3"],
])("--json %j prints the error as JSON", async (args, code, words) => {
  using home = newHome();
  const ended = await rostrum(home, ["--json", ...args]);
  const { error, partial } = JSON.parse(ended.stdout) as {
    error: { code: string; message: string; name: string };
    partial: object | null;
  };
  expect(error.code).toBe(code);
  expect(error.message).toContain(words);
  expect(error.name).not.toBe("");
  // None of these began a run.
  expect(partial).toBeNull();
  expect(ended.code).toBe(code === "budget" ? 3 : 1);
  expect(ended.stderr).not.toBe("");
});

test.each(["-5 + 3 = ?", "--5 and 3: how many?"])(
  "a question that begins with a dash gets a hint at --: %s",
  async (question) => {
    using home = newHome();
    const { code, stderr } = await rostrum(home, [question]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `A question that begins with a dash comes after --: rostrum -- ${JSON.stringify(question)}`,
    );
    const other = await rostrum(home, ["ask", "--bogus", "x"]);
    expect(other.stderr).not.toContain("comes after --");
  },
);
