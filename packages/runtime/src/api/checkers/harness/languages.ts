import { BASH_TOGETHER } from "./bash-together.ts";
import { JAVASCRIPT_ASSERTIONS } from "./javascript-assertions.ts";
import { JAVASCRIPT_CODEC } from "./javascript-codec.ts";
import { JAVASCRIPT_MARKS } from "./javascript-marks.ts";
import { JAVASCRIPT_PEER } from "./javascript-peer.ts";
import { JAVASCRIPT_PROGRAM } from "./javascript-program.ts";
import { JAVASCRIPT_REMOTE } from "./javascript-remote.ts";
import { JAVASCRIPT_TESTS } from "./javascript-tests.ts";
import { JAVASCRIPT_TOGETHER } from "./javascript-together.ts";
import type { LanguageName } from "./language-names.ts";
import { PERL_TOGETHER } from "./perl-together.ts";
import { PYTHON_ASSERTIONS } from "./python-assertions.ts";
import { PYTHON_MARKS } from "./python-marks.ts";
import { PYTHON_PEER } from "./python-peer.ts";
import { PYTHON_PROGRAM } from "./python-program.ts";
import { PYTHON_REMOTE } from "./python-remote.ts";
import { PYTHON_TESTS } from "./python-tests.ts";
import { PYTHON_TESTS_PEER } from "./python-tests-peer.ts";
import { PYTHON_TOGETHER } from "./python-together.ts";
import { RUBY_TOGETHER } from "./ruby-together.ts";

/** How programs of one language and their tests are run. */
interface Language {
  /** Command lines of the two processes. Absent: tests can't be kept apart from a program in this language. */
  twoProcesses?: { tests: readonly string[]; program: readonly string[] };
  /** The command line of one process that runs both. */
  oneProcess: readonly string[];
}

const python = (...sources: string[]): string[] => ["python3", "-c", sources.join("\n")];
// Without the flag, Node can't run a text as a module. Names of a script are visible to all scripts, those of a function
// aren't.
const node = (...sources: string[]): string[] => [
  "node",
  "--experimental-vm-modules",
  "--no-warnings",
  "-e",
  `(() => {${sources.join("\n")}})();`,
];

export const LANGUAGES: Readonly<Record<LanguageName, Language>> = {
  python: {
    twoProcesses: {
      tests: python(
        PYTHON_PEER,
        PYTHON_ASSERTIONS,
        PYTHON_MARKS,
        PYTHON_REMOTE,
        PYTHON_TESTS_PEER,
        PYTHON_TESTS,
      ),
      program: python(PYTHON_PEER, PYTHON_PROGRAM),
    },
    oneProcess: python(PYTHON_PEER, PYTHON_ASSERTIONS, PYTHON_TOGETHER),
  },
  javascript: {
    twoProcesses: {
      tests: node(
        JAVASCRIPT_CODEC,
        JAVASCRIPT_PEER,
        JAVASCRIPT_ASSERTIONS,
        JAVASCRIPT_MARKS,
        JAVASCRIPT_REMOTE,
        JAVASCRIPT_TESTS,
      ),
      program: node(JAVASCRIPT_CODEC, JAVASCRIPT_PEER, JAVASCRIPT_PROGRAM),
    },
    oneProcess: node(JAVASCRIPT_CODEC, JAVASCRIPT_PEER, JAVASCRIPT_ASSERTIONS, JAVASCRIPT_TOGETHER),
  },
  ruby: { oneProcess: ["ruby", "-e", RUBY_TOGETHER] },
  perl: { oneProcess: ["perl", "-e", PERL_TOGETHER] },
  bash: { oneProcess: ["bash", "-c", BASH_TOGETHER] },
};
