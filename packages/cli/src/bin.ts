#!/usr/bin/env node
// Any Node can read this file, however old: it contains only the version check and what must come before everything
// else, in syntax that all of them know.
const needed = [22, 16];
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
 * Node keeps what it compiled in a folder, and the next start takes it from there. What lies there runs as this user, so
 * it is a folder in the system's temporary one that nobody else can write to, unless NODE_COMPILE_CACHE names another. It
 * is made here also because Node itself would try forever where no folder can be made, such as in /proc.
 */
function keepCompiledCode(): void {
  const { NODE_COMPILE_CACHE: given, NODE_DISABLE_COMPILE_CACHE: disabled } = process.env;
  if (given || disabled) return;
  try {
    const user = process.getuid?.();
    const temporary = process.getBuiltinModule("node:os").tmpdir();
    const folder = `${temporary}/rostrum-compile-cache${user === undefined ? "" : `-${user}`}`;
    const { lstatSync, mkdirSync } = process.getBuiltinModule("node:fs");
    if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = user === undefined || (uid === user && (mode & 0o170_022) === 0o040_000);
    if (isOwn) process.getBuiltinModule("node:module").enableCompileCache(folder);
  } catch {
    // Then the start takes a little longer.
  }
}
