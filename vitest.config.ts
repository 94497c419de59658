import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string =>
  fileURLToPath(new URL(`packages/rostrum/src/${path}`, import.meta.url));

/** Tests run on the sources; only the packed-package check sees the build. */
const alias = [
  { find: /^rostrum$/, replacement: source("index.ts") },
  { find: /^rostrum\/ai$/, replacement: source("integrations/ai/index.ts") },
  { find: /^rostrum\/eval$/, replacement: source("eval/index.ts") },
  { find: /^rostrum\/langgraph$/, replacement: source("integrations/langgraph/index.ts") },
  { find: /^rostrum\/mcp$/, replacement: source("integrations/mcp/index.ts") },
  { find: /^rostrum\/restate$/, replacement: source("integrations/restate/index.ts") },
  { find: /^rostrum\/server$/, replacement: source("server/index.ts") },
  { find: /^rostrum\/testing$/, replacement: source("testing/index.ts") },
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: { name: "unit", include: ["packages/*/src/**/*.test.ts"] },
      },
      {
        resolve: { alias },
        test: {
          name: "journeys",
          include: ["test/**/*.test.ts"],
          exclude: ["test/browser/**"],
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "browser",
          include: ["test/browser/*.test.ts"],
          globalSetup: "test/browser/support/setup.ts",
          // They share nothing but the browser; loading the server once for all of them saves most time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
