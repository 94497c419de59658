import { ConfigError } from "./errors.ts";

/** Loads a package that only this integration needs; a missing one is an error that says what to install. */
export async function loadPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    const message = `this needs a package that is not installed: run "npm install ${name}"`;
    throw new ConfigError(name, message, { cause });
  }
}
