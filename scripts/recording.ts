/*
 * Makes docs/images/demo.svg, the recording in the README: `rostrum demo` runs as a real process in a
 * real terminal (tmux), its screen is read while it works, and what was seen becomes an image that
 * plays in any browser. Run it again when the debaters or the live view change: npm run recording
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./lib/root.ts";
import { terminalSvg, type Frame } from "./lib/terminal-svg.ts";

const COLUMNS = 92;
const ROWS = 36;
const LOOK_EVERY_MS = 300;
const LONGEST_MS = 60_000;
const IMAGE = join(ROOT, "docs/images/demo.svg");
const PROGRAM = join(ROOT, "packages/rostrum/src/bin.ts");

/** Without WebAssembly for the networks: they say the same, but slowly enough for the live view to show how they write. */
const SLOWLY = "'data:text/javascript,WebAssembly.validate=()=>false'";

const scratch = mkdtempSync(join(tmpdir(), "rostrum-recording-"));
const done = join(scratch, "done");

/** A tmux of its own: nobody's sessions or settings play a part. */
function tmux(...args: string[]): string {
  const socket = join(scratch, "tmux");
  const env = { HOME: scratch, PATH: process.env["PATH"], LANG: "C.UTF-8", SHELL: "/bin/sh" };
  const { status, stdout, stderr, error } = spawnSync(
    "tmux",
    ["-S", socket, "-f", "/dev/null", ...args],
    { encoding: "utf8", env },
  );
  if (error) throw new Error("this needs tmux, which could not be started", { cause: error });
  if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`);
  return stdout;
}

async function watch(command: string): Promise<Frame[]> {
  const shown = `printf '\\033[1m$ rostrum demo\\033[0m\\n'; ${command}; touch ${done}; exec sleep 60`;
  tmux("new-session", "-d", "-x", String(COLUMNS), "-y", String(ROWS), shown);
  const frames: Frame[] = [];
  const began = performance.now();
  for (let last = false; !last;) {
    last = existsSync(done);
    const atMs = performance.now() - began;
    if (atMs > LONGEST_MS) throw new Error("it did not end within a minute");
    const rows = tmux("capture-pane", "-p", "-e").trimEnd().split("\n");
    if (rows.join("\n") !== frames.at(-1)?.rows.join("\n")) frames.push({ atMs, rows });
    if (!last) await sleep(LOOK_EVERY_MS);
  }
  return frames;
}

try {
  const frames = await watch(`'${process.execPath}' --import ${SLOWLY} '${PROGRAM}' demo`);
  mkdirSync(dirname(IMAGE), { recursive: true });
  writeFileSync(IMAGE, terminalSvg(frames, { columns: COLUMNS, title: "rostrum demo" }));
  console.log(`${frames.length} screens in ${IMAGE}`);
} finally {
  spawnSync("tmux", ["-S", join(scratch, "tmux"), "kill-server"]);
  rmSync(scratch, { recursive: true, force: true });
}
