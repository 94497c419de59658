import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer, type InlineConfig, type TestSpecification } from "vitest/node";

/**
 * Suites that wait for processes and timers come first, because the check tries the package next to them. Those that
 * keep all cores busy follow. The last files are short, so that no core has to wait for the end of a long one.
 */
const ORDER = [
  "postgres",
  "restate",
  "server",
  "embedded",
  "cli",
  "journeys",
  "crash",
  "browser",
  "unit",
  "foreign",
  "playground",
  "programs",
];

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const IN_CHECK = process.env["ROSTRUM_CHECK"] === "1";

/** A suite that can be run alone, or left out: `vitest run --project name`, `--project '!name'`. */
function suite(
  name: string,
  include: string[],
  options: InlineConfig = {},
): TestProjectConfiguration {
  return {
    // Tests import the sources; only the packed-package check imports the build.
    resolve: { tsconfigPaths: true },
    test: {
      name,
      include,
      setupFiles: "test/support/property-seed.ts",
      testTimeout: 90_000,
      hookTimeout: 90_000,
      // On two busy cores a process takes its time; what never comes is still found out.
      expect: { poll: { timeout: 15_000 } },
      ...options,
    },
  };
}

/** Suites with processes, sockets and browsers take longest on a machine that others slow down. */
const WITH_PROCESSES: InlineConfig = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
};
const PROGRAMS = "test/support/bundle-programs.ts";
const APART = ["browser", "cli", "crash", "foreign", "playground", "postgres", "restate", "server"];

export default defineConfig({
  test: {
    // One more than there are cores: a test that waits, for a process or for a page, leaves its core to another.
    maxWorkers: availableParallelism() + 1,
    reporters: IN_CHECK ? ["default", "json"] : ["default"],
    sequence: { sequencer: InOrder },
    projects: [
      // These share nothing but the modules: loading those once per worker saves most of the time.
      suite("unit", ["packages/*/src/**/*.test.ts"], { isolate: false }),
      suite("journeys", ["test/**/*.test.ts"], {
        isolate: false,
        exclude: APART.map((name) => `test/${name}/**`),
      }),
      suite("cli", ["test/cli/*.test.ts"], {
        ...WITH_PROCESSES,
        isolate: false,
        globalSetup: PROGRAMS,
      }),
      suite("server", ["test/server/*.test.ts"], {
        ...WITH_PROCESSES,
        isolate: false,
        globalSetup: PROGRAMS,
      }),
      suite("embedded", ["packages/embedded/test/*.test.ts"], { isolate: false }),
      suite("browser", ["test/browser/*.test.ts"], {
        ...WITH_PROCESSES,
        isolate: false,
        globalSetup: "test/browser/support/setup.ts",
      }),
      // These three belong to `npm run check:release`.
      suite("programs", ["test/sandbox/tested-programs.test.ts"], {
        ...WITH_PROCESSES,
        env: { ALL_PROGRAMS: "1" },
      }),
      suite("playground", ["test/playground/*.test.ts"], {
        ...WITH_PROCESSES,
        isolate: false,
        globalSetup: "test/playground/setup.ts",
      }),
      suite("foreign", ["test/foreign/*.test.ts"], { ...WITH_PROCESSES, globalSetup: PROGRAMS }),
      suite("crash", ["test/crash/*.test.ts"], { ...WITH_PROCESSES, globalSetup: PROGRAMS }),
      suite("restate", ["test/restate/*.test.ts"], {
        ...WITH_PROCESSES,
        globalSetup: [PROGRAMS, "test/restate/setup.ts"],
      }),
      suite("postgres", ["test/postgres/*.test.ts"], {
        ...WITH_PROCESSES,
        globalSetup: [PROGRAMS, "test/postgres/support/setup.ts"],
      }),
    ],
  },
});
