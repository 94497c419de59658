#!/usr/bin/env node
// Any Node can read this file, however old: it contains only the version check and what must come before the rest, in syntax that all of them know.
const needed = [22, 13];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > needed[0]! || (major === needed[0] && minor >= needed[1]!)) {
  keepCompiledCode();
  void import("./main.ts").then(({ main }) => main());
} else {
  process.stderr.write(
    `rostrum needs Node ${needed.join(".")} or newer; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}

/**
 * Node keeps what it compiled in the system's temporary folder, or in NODE_COMPILE_CACHE, and the next start takes
 * it from there. It says so, instead of throwing, where the folder can't be written; other runtimes have no such thing.
 */
function keepCompiledCode(): void {
  try {
    process.getBuiltinModule("node:module").enableCompileCache();
  } catch {
    // Then the start takes a little longer.
  }
}
