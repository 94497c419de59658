/** Reads a file that came with the package: from disk in Node, over the network in a browser. */
export async function loadFile(url: URL): Promise<ArrayBuffer> {
  if (url.protocol === "file:") {
    // Loaded at run time, not imported, because this module also runs outside Node.
    const fs = globalThis.process?.getBuiltinModule?.("node:fs/promises");
    if (fs === undefined)
      throw new Error(`can't read ${url.href} here: pass the weights as an ArrayBuffer`);
    const { buffer, byteOffset, byteLength } = await fs.readFile(url);
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`can't load ${url.href}: HTTP ${response.status}`);
  return response.arrayBuffer();
}
