import { isPlainObject } from "@rostrum/core/support";

/** Lets debaters read the files of a repository, unless the panel has a folder of its own to read. */
export function addRepositoryTools<C extends Record<string, unknown>>(
  config: C,
  { folder, commit }: { folder: string; commit: string | null },
): C {
  const { tools, debaters } = config;
  if ([config, ...[debaters].flat()].some(readsFiles)) return config;
  const files = {
    repository: folder,
    ...(commit === null ? {} : { repositoryCommit: commit }),
  };
  return { ...config, tools: { ...(tools as object | undefined), ...files } };
}

function readsFiles(value: unknown): boolean {
  const tools = isPlainObject(value) ? value["tools"] : undefined;
  return isPlainObject(tools) && (tools["files"] ?? tools["repository"]) !== undefined;
}
