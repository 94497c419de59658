#!/usr/bin/env node
// Any Node can read this file, however old: it contains only the version check and what must come before everything
// else, in syntax that all of them know.
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
 * Node keeps what it compiled in a folder, and the next start takes it from there. It is the folder in the system's
 * temporary one that other programs use too, unless NODE_COMPILE_CACHE names another. It is made here, because
 * Node itself would try forever where no folder can be made, such as in /proc.
 */
function keepCompiledCode(): void {
  const { NODE_COMPILE_CACHE: given, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  if (given || disabled) return;
  try {
    const folder = `${process.getBuiltinModule("node:os").tmpdir()}/node-compile-cache`;
    const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs");
    if (!existsSync(folder)) mkdirSync(folder);
    process.getBuiltinModule("node:module").enableCompileCache(folder);
  } catch {
    // Then the start takes a little longer.
  }
}
