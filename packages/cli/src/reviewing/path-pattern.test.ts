import { expect, test } from "vitest";
import { matchesPattern } from "./path-pattern.ts";

/** As `git check-ignore` decides for the same pattern. */
test.each([
  ["*.png", "logo.png", true],
  ["*.png", "a/b/logo.png", true],
  ["/*.png", "a/b/logo.png", false],
  ["*.png", "aXpng", false],
  ["?.ts", "a.ts", true],
  ["package-lock.json", "package-lock.json", true],
  ["package-lock.json", "a/package-lock.json.ts", false],
  ["src/**/*.test.ts", "src/a.test.ts", true],
  ["src/**/*.test.ts", "src/x/y/a.test.ts", true],
  ["vendor/**", "vendor/a/b.js", true],
  ["vendor/**", "src/vendor/a.js", false],
  ["**/vendor/**", "src/vendor/a.js", true],
  ["dist/", "dist/a.js", true],
  ["dist/", "packages/a/dist/b/c.js", true],
  ["dist/", "dist", false],
  ["dist/", "redist/a.js", false],
  ["/dist/", "dist/a.js", true],
  ["/dist/", "a/dist/a.js", false],
  ["vendor", "vendor/a/b.js", true],
  ["vendor", "src/vendor/a.js", true],
  ["vendor", "vendors/a.js", false],
  ["*.d", "conf.d/a.txt", true],
  ["src/generated", "src/generated/a/b.ts", true],
  ["src/generated", "a/src/generated/b.ts", false],
  ["src/generated", "src/generated.ts", false],
  ["src/generated/", "src/generated/a.ts", true],
  ["src/generated/", "src/generated", false],
  ["src/*", "src/a/b.ts", true],
  ["src/**/", "src/a.ts", false],
  ["src/**/", "src/a/b.ts", true],
  ["constructor", "src/constructor", true],
  ["*/toString", "a/toString", true],
])("%s, %s: %s", (pattern, path, expected) => {
  expect(matchesPattern(path, pattern)).toBe(expected);
});
