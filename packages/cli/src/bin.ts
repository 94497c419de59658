#!/usr/bin/env node
// Contains only the version check, in syntax that every Node can parse, so that an old one gets a message.
import { describeOldNode } from "@rostrum/runtime/node-version";

const problem = describeOldNode();
if (problem === null) {
  void import("./main.ts").then(({ main }) => main());
} else {
  process.stderr.write(
    `${problem} Then install rostrum again. ` +
      "If you installed it from a clone, you can put the clone's node_modules/.bin first in PATH instead: it has a newer Node.\n",
  );
  process.exitCode = 1;
}
