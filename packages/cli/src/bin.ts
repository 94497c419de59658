#!/usr/bin/env node
// Contains only the version check, in syntax that every Node can parse, so that an old one gets a message.
import { describeOldNode } from "@rostrum/runtime/node-version";

const problem = describeOldNode();
if (problem === null) {
  void import("./main.ts").then(({ main }) => main());
} else {
  void import("./bundled-node.ts").then(({ runOnBundledNode }) => {
    if (runOnBundledNode()) return;
    process.stderr.write(`${problem} Then install rostrum again.\n`);
    process.exitCode = 1;
  });
}
