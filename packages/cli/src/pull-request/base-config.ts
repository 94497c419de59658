import { CONFIG_NAMES, parseConfig, type ConfigFile } from "../config/load.ts";
import { UserError } from "../user-error.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import { readText, type PullRequest } from "./read-pull-request.ts";

/**
 * Reads the config of the base commit, which people with write access merged. The current folder is ignored: it may
 * be a checkout of the pull request.
 */
export async function readBaseConfig(
  api: GitHubApi,
  address: PullRequestAddress,
  { base }: PullRequest,
): Promise<ConfigFile | null> {
  const texts = await Promise.all(
    CONFIG_NAMES.map((name) => readText(api, address, name, base.sha)),
  );
  const configs = CONFIG_NAMES.flatMap((name, index) => {
    const text = texts[index] ?? null;
    return text === null ? [] : [{ name, text }];
  });
  const [only, second] = configs;
  if (only === undefined) return null;
  const commitName = `${base.repo.full_name} at ${base.sha.slice(0, 7)}`;
  if (second !== undefined) {
    throw new UserError(`${commitName} has ${configs.length} config files: keep one of them`);
  }
  return parseConfig(only.text, `${only.name} of ${commitName}`);
}
