#!/usr/bin/env node
// Contains only the version check, in syntax that every Node can parse, so that an old one gets a message.
const required = [22, 16];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > required[0]! || (major === required[0] && minor >= required[1]!)) {
  void import("./main.ts").then(({ main }) => main());
} else {
  process.stderr.write(
    `rostrum needs Node ${required.join(".")} or newer; this is ${process.versions.node}. ` +
      `To get one: nvm install ${required[0]}, or https://nodejs.org. Then install rostrum again.\n`,
  );
  process.exitCode = 1;
}
