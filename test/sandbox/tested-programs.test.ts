import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { code, Debate, type Verdict } from "../../packages/rostrum/src/index.ts";
import { describeIsolation } from "../../packages/runtime/src/models/sandbox/run-isolated.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { JAVASCRIPT_HONEST } from "../support/programs/javascript-honest.ts";
import { JAVASCRIPT_HOSTILE } from "../support/programs/javascript-hostile.ts";
import { OTHER_HONEST } from "../support/programs/other-honest.ts";
import { OTHER_HOSTILE } from "../support/programs/other-hostile.ts";
import { PYTHON_HONEST } from "../support/programs/python-honest.ts";
import { PYTHON_HOSTILE } from "../support/programs/python-hostile.ts";
import type { TestedProgram } from "../support/programs/tested-program.ts";

/** The suite `programs` runs all of them. That takes minutes, so other suites run every sixth. */
const STEP = process.env["ALL_PROGRAMS"] === "1" ? 1 : 6;
const choose = (programs: readonly TestedProgram[]): TestedProgram[] =>
  programs.filter((_, index) => index % STEP === 0);

const HONEST = choose([...PYTHON_HONEST, ...JAVASCRIPT_HONEST, ...OTHER_HONEST]);
const HOSTILE = choose([...PYTHON_HOSTILE, ...JAVASCRIPT_HOSTILE, ...OTHER_HOSTILE]);

/** Languages in which the tests have a process of their own. */
const PROTECTED = new Set(["python", "javascript"]);
const INTERPRETERS: Record<string, string> = {
  python: "python3",
  javascript: "node",
  ruby: "ruby",
  perl: "perl",
  bash: "bash",
};
const missing = new Set(
  Object.entries(INTERPRETERS).flatMap(([language, program]) =>
    spawnSync(program, ["--version"]).error === undefined ? [] : [language],
  ),
);
/** Where a program can see the process of its tests, nothing is protected. */
const open = await describeIsolation();
const isHidden = !open.includes("it sees other processes");

interface Outcome {
  verdict: Verdict | null | undefined;
  says: string;
  /** The warning that the tests were unprotected, if there is one. */
  unprotected: string | null;
}

async function check({ language, program, tests }: Omit<TestedProgram, "name">): Promise<Outcome> {
  const fence = "```";
  const reply = `Answer:\n${fence}${language}\n${program}\n${fence}`;
  const debate = new Debate({
    debaters: [scripted([reply], { repeatLast: true }), scripted([reply], { repeatLast: true })],
    answer: code({ language, tests }),
    rounds: 0,
  });
  const result = await debate.run("Write the program.");
  const [position] = result.rounds[0]?.positions ?? [];
  return {
    verdict: position?.verdict,
    says: [position?.check ?? "", ...result.integrity.missing.map(({ error }) => error)].join("\n"),
    unprotected: result.warnings.find((warning) => warning.includes("unprotected")) ?? null,
  };
}

const title = "$language: $name";

// Most of the time of a check is waiting for processes to start and to end.
describe.concurrent("an honest program is verified", () => {
  test.for(HONEST)(title, async (tested, { skip }) => {
    skip(missing.has(tested.language), `${tested.language} is not installed`);
    const { verdict, says, unprotected } = await check(tested);
    expect({ verdict, says }).toMatchObject({ verdict: "ok" });
    if (tested.unprotected !== undefined) expect(unprotected).toMatch(tested.unprotected);
    else expect(unprotected === null).toBe(isHidden && PROTECTED.has(tested.language));
  });
});

describe.concurrent("a wrong program is not verified, whatever it does, or its tests are said to be unprotected", () => {
  test.for(HOSTILE)(title, async (tested, { skip }) => {
    skip(missing.has(tested.language), `${tested.language} is not installed`);
    const { verdict, says, unprotected } = await check(tested);
    if (verdict === "ok") expect(unprotected).not.toBeNull();
    // A program that sees its tests may do to them whatever it likes.
    if (PROTECTED.has(tested.language) && !isHidden) return;
    if (tested.verdict === "ok or refuted" && verdict === "refuted") return;
    const expected = tested.verdict === "ok or refuted" ? "ok" : (tested.verdict ?? "refuted");
    expect({ verdict, says }).toMatchObject({ verdict: expected });
    if (tested.unprotected !== undefined) expect(unprotected).toMatch(tested.unprotected);
  });
});

describe("tests that need the program in their own process get it, and are unprotected", () => {
  const SHARED: TestedProgram[] = [
    {
      name: "a seed",
      language: "python",
      program: "import random\ndef roll(): return random.randint(1, 6)",
      tests: "import random\nrandom.seed(1)\na = roll()\nrandom.seed(1)\nassert roll() == a",
      unprotected: /seed/,
    },
    {
      name: "a mock",
      language: "python",
      program: "import time\ndef nap():\n  time.sleep(5)\n  return 1",
      tests:
        "from unittest.mock import patch\nwith patch('time.sleep') as sleep:\n  assert nap() == 1\nsleep.assert_called_once_with(5)",
      unprotected: /mock/,
    },
    {
      name: "a class of a class of the program",
      language: "python",
      program: "class Shape:\n  def describe(self): return 'area %d' % self.area()",
      tests:
        "class Square(Shape):\n  def area(self): return 4\nassert Square().describe() == 'area 4'",
      unprotected: /class/,
    },
    {
      name: "an object of the tests",
      language: "python",
      program: "def total(cart): return sum(cart.prices())",
      tests: "class Cart:\n  def prices(self): return [1, 2]\nassert total(Cart()) == 3",
      unprotected: /Cart/,
    },
    {
      name: "the environment",
      language: "javascript",
      program: "const mode = () => process.env.MODE;",
      tests: 'process.env.MODE = "x"; if (mode() !== "x") throw new Error("mode");',
      unprotected: /process/,
    },
    {
      name: "a class of a class of the program",
      language: "javascript",
      program: "class Shape { describe() { return 'area ' + this.area(); } }",
      tests:
        'class Square extends Shape { area() { return 4; } }\nif (new Square().describe() !== "area 4") throw new Error();',
      unprotected: /class/,
    },
  ];
  test.for(SHARED)(title, async (tested, context) => {
    context.skip(missing.has(tested.language), `${tested.language} is not installed`);
    const { verdict, unprotected } = await check(tested);
    expect(verdict).toBe("ok");
    expect(unprotected).toMatch(tested.unprotected!);
    // An early exit doesn't help there, either.
    const exit = tested.language === "python" ? "import sys; sys.exit(0)" : "process.exit(0)";
    const early = await check({ ...tested, program: `${exit}\n${tested.program}` });
    expect(early.verdict).toBe("refuted");
  });
});

test.for([
  ["python", "def f(): return 1", "def check():\n  assert f() == 1", "use nothing of the program"],
  [
    "python",
    "def f(): return 1",
    "def test_f(x):\n  assert f() == x",
    "nothing calls their test_f",
  ],
  [
    "python",
    "def f(): return 1",
    "import no_such_module\nassert f() == 1",
    "no_such_module, which is not",
  ],
  [
    "python",
    "def f(): return 1",
    "import threading, no_such\nassert f() == 1",
    "no_such, which is not",
  ],
  ["python", "def f(): return 1", "assert f( == 1", "can't be read"],
  ["javascript", "const f = () => 1;", "const test = () => f();", "use nothing of the program"],
  ["javascript", "const f = () => 1;", "f(", "can't be read"],
  ["bash", "f() { :; }", "if f", "can't be read"],
])("%s: tests that test nothing say nothing: %s, %s", async ([language, program, tests, why]) => {
  const outcome = await check({ language: language!, program: program!, tests: tests! });
  expect(outcome.verdict).toBe("unknown");
  expect(outcome.says).toContain(why);
});

test("a program sees no process but its own, and can't change settings of the kernel", async (context) => {
  context.skip(missing.has("python"), "python is not installed");
  context.skip(!isHidden, "this system can't hide processes");
  const program = `import os
def see(): return [each for each in os.listdir('/proc') if each.isdigit() and int(each) != os.getpid()]
def change(): return [
  os.path.join(folder, file)
  for folder, _, files in os.walk('/proc/sys')
  for file in files if os.access(os.path.join(folder, file), os.W_OK)]`;
  const tests = "assert see() == [], see()\nassert change() == [], change()";
  expect(await check({ language: "python", program, tests })).toMatchObject({ verdict: "ok" });
});

test("every run has a token of its own", async (context) => {
  context.skip(missing.has("bash"), "bash is not installed");
  // Bash can't be protected, and leaves the token on a descriptor that the program could read.
  const tested = {
    language: "bash",
    program: 'read -r -u 9 token; echo "is $token"',
    tests: "true",
  };
  const [first, second] = [await check(tested), await check(tested)].map(({ says }) => says);
  expect(first).toMatch(/is [0-9a-f-]{36}/);
  expect(second).toMatch(/is [0-9a-f-]{36}/);
  expect(first).not.toBe(second);
});
