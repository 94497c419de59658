/*
 * Runs programs in the sandbox as the user of this process: reads one program per line of standard input as JSON, and
 * prints one outcome per line. Tests start it as other users.
 */
import { createInterface } from "node:readline";
import {
  describeIsolation,
  runIsolated,
} from "../../packages/runtime/src/models/sandbox/run-isolated.ts";
import { readMessage } from "../../packages/core/src/thrown.ts";

export interface SandboxRequest {
  /** Absent: what the system doesn't isolate programs from is described. */
  command?: string[];
  /** The program works in a folder of its own. */
  ownFolder?: boolean;
  memoryMb?: number;
  network?: boolean;
}

export interface SandboxReply {
  text?: string;
  errors?: string;
  code?: number | null;
  open?: string[];
  error?: string;
}

async function carryOut(request: SandboxRequest): Promise<SandboxReply> {
  const { command, ownFolder, memoryMb = 1024, network = false } = request;
  if (command === undefined) return { open: await describeIsolation() };
  const { text, errorLines, code, unblockedAccess } = await runIsolated({
    command,
    input: "",
    env: [],
    timeoutMs: 60_000,
    memoryMb,
    network,
    signal: new AbortController().signal,
    ...(ownFolder ? { prepare: async () => undefined } : {}),
  });
  return { text, errors: errorLines, code, open: unblockedAccess };
}

for await (const line of createInterface({ input: process.stdin })) {
  const reply = await carryOut(JSON.parse(line) as SandboxRequest).catch(
    (error: unknown): SandboxReply => ({ error: readMessage(error) }),
  );
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
