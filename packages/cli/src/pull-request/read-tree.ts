import { z } from "zod";
import type { ListedFile } from "@rostrum/runtime/repository";
import type { PullRequestAddress } from "./find-pull-request.ts";
import type { GitHubApi } from "./github-api.ts";
import { formatRepository } from "./read-pull-request.ts";

const treeShape = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string(), size: z.int().optional() })),
});

/** The files of a commit, by path. GitHub leaves some out if there are more than 100,000. */
export async function readTree(
  api: GitHubApi,
  address: PullRequestAddress,
  commit: string,
): Promise<ReadonlyMap<string, ListedFile>> {
  const { tree } = await api.get(
    `${formatRepository(address)}/git/trees/${encodeURIComponent(commit)}?recursive=1`,
    treeShape,
  );
  return new Map(tree.map(({ path, mode, size = 0 }) => [path, { mode, size }]));
}
