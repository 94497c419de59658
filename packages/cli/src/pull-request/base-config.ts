import { CONFIG_NAMES, parseConfig, type ConfigFile } from "../config/load.ts";
import { UserError } from "../user-error.ts";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import { readFile, type PullRequest } from "./read-pull-request.ts";

/**
 * Reads the config of the base commit, which people with write access merged. The current folder is ignored: it may
 * be a checkout of the pull request.
 */
export async function readBaseConfig(
  api: GitHubApi,
  address: PullRequestAddress,
  { base }: PullRequest,
): Promise<ConfigFile | null> {
  const files = await Promise.all(
    CONFIG_NAMES.map((name) => readFile(api, address, name, base.sha)),
  );
  const configs = CONFIG_NAMES.flatMap((name, index) => {
    const bytes = files[index] ?? null;
    return bytes === null ? [] : [{ name, text: new TextDecoder().decode(bytes) }];
  });
  const [only, second] = configs;
  if (only === undefined) return null;
  const commitName = `${base.repo.full_name} at ${base.sha.slice(0, 7)}`;
  if (second !== undefined) {
    throw new UserError(`${commitName} has ${configs.length} config files: keep one of them`);
  }
  return parseConfig(only.text, `${only.name} of ${commitName}`);
}
