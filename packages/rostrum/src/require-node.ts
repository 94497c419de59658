/*
 * Imported first by every entry, so that an old Node gets a message instead of an error in the middle of a debate.
 * Bundlers leave it out, since package.json declares no side effects.
 */
import { describeOldNode } from "@rostrum/runtime/node-version";

const problem = describeOldNode();
if (problem !== null) throw new Error(problem);
