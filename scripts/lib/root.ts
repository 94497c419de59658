import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** A file that a development dependency brings. */
export const tool = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

export const TSC: string = tool("@typescript/native/bin/tsc");
