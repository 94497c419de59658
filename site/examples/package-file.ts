/** The site has none of the package's files. */
export function packageFile(path: string): URL {
  throw new Error(`there is no ${path} here`);
}

export function startableModule(path: string): URL {
  throw new Error(`there is no ${path} here`);
}
