import { findNodeModule } from "./node-module.ts";

/** Reads a file of the package: from disk in Node, over the network in a browser. */
export async function loadFile(url: URL): Promise<ArrayBuffer> {
  if (url.protocol === "file:") {
    const fs = findNodeModule("node:fs/promises");
    if (fs === undefined)
      throw new Error(
        `can't read ${url.href}: this runtime has no files. Serve this code over HTTP`,
      );
    const { buffer, byteOffset, byteLength } = await fs.readFile(url).catch((cause: unknown) => {
      throw new Error(
        `can't read ${url.pathname}. If this code was bundled, leave rostrum out of the bundle, ` +
          'or put the folder "weights" of the package there',
        { cause },
      );
    });
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
  const response = await fetch(url).catch((cause: unknown) => {
    throw new Error(`can't load ${url.href}: the server can't be reached`, { cause });
  });
  if (!response.ok) {
    throw new Error(
      `can't load ${url.href}: HTTP ${response.status}. Serve the folder "weights" of the package there`,
    );
  }
  return response.arrayBuffer();
}
