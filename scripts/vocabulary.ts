/*
 * Files generated from the vocabulary: the option types that editors show, and the tables in docs/options.md.
 * `npm run vocabulary` checks that they are up to date; `npm run vocabulary -- --write` writes them.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";
import { optionsPage } from "./vocabulary/docs.ts";
import {
  answerSettingTypes,
  optionTypes,
  ruleSettingTypes,
  settingTypes,
} from "./vocabulary/types.ts";

const FILES: Record<string, () => string> = {
  "packages/core/src/protocol/settings.ts": settingTypes,
  "packages/core/src/protocol/rule-settings.ts": ruleSettingTypes,
  "packages/core/src/protocol/answer-settings.ts": answerSettingTypes,
  "packages/core/src/protocol/options.ts": optionTypes,
  "docs/options.md": optionsPage,
};

const write = process.argv.includes("--write");
for (const [path, made] of Object.entries(FILES)) {
  const full = join(ROOT, path);
  const text = path.endsWith(".ts") ? formatted(path, made()) : made();
  if (write) {
    writeFileSync(full, text);
    continue;
  }
  if (currentText(full) === text) continue;
  console.log(`${path} is out of date: npm run vocabulary -- --write`);
  process.exitCode = 1;
}

function currentText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function formatted(path: string, text: string): string {
  const formatter = join(ROOT, "node_modules/.bin/oxfmt");
  return execFileSync(formatter, ["--stdin-filepath", path], { cwd: ROOT, input: text }).toString();
}
