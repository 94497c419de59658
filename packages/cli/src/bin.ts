#!/usr/bin/env node
// Contains only the version check, in syntax that every Node can parse, so that an old one gets a message.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeOldNode } from "@rostrum/runtime/node-version";

const problem = describeOldNode();
if (problem === null) {
  void import("./main.ts").then(({ main }) => main());
} else {
  // A clone has the Node that rostrum is built with.
  const programs = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));
  const advice = existsSync(`${programs}/node`)
    ? `Or use the one of your clone, in every new terminal or in your profile: export PATH="${programs}:$PATH"`
    : "Then install rostrum again.";
  process.stderr.write(`${problem} ${advice}\n`);
  process.exitCode = 1;
}
