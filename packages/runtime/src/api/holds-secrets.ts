/**
 * Names of files whose purpose is to hold keys, tokens or passwords. Source files about secrets, such as
 * `credentials.ts`, are not meant.
 */
const SECRET_NAMES: readonly RegExp[] = [
  // Variables of an environment: .env, .env.local, .env-prod, prod.env, .envrc
  /^\.env(?:rc|[^a-z].*)?$/s,
  /\.env$/,
  // Private keys and stores of keys
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/,
  // Logins of package managers, git, databases and web servers
  /^(?:\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.htpasswd)$/,
  // Clouds, containers and infrastructure
  /^(?:.*[._-])?(?:credentials|secrets?)(?:\.(?:json|csv|ini|toml|ya?ml))?$/,
  /^service[_-]?account.*\.json$/,
  /^(?:\.dockercfg|kubeconfig)$/,
  /\.(?:tfvars|tfstate)(?:\.json)?$/,
];

/** Templates that show which variables there are. */
const TEMPLATE = /(?:^|[._-])(?:example|sample|template|dist)(?:[._-]|$)/;

/**
 * True if a file typically holds secrets, by its name. Such a file is never sent to a model unless somebody names it:
 * not in a review, and not by a tool that reads files.
 */
export function holdsSecrets(path: string): boolean {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  return SECRET_NAMES.some((pattern) => pattern.test(name)) && !TEMPLATE.test(name);
}
