/** The package's files on the site: its weights are those of the playground. */
export function packageFile(path: string): URL {
  return new URL(`../play/${path}`, import.meta.url);
}

export function startableModule(path: string): URL {
  throw new Error(`there is no ${path} here`);
}
