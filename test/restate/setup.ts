import { installServer } from "./support.ts";

/** Installs the server once, before two files would do it at the same time. */
export async function setup(): Promise<void> {
  await installServer();
}
