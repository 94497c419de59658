/*
 * Makes docs/images/recording.svg, the moving picture in the README: `rostrum` asks three members in a real terminal
 * (tmux) and what the screen shows becomes an image that plays in any browser. The members' replies are
 * those of recording/monolith.json, written by instances of a large model; a server on loopback streams them, so the
 * picture can be made again without a key when the live view changes: npm run recording
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./lib/root.ts";
import { terminalSvg, type Frame } from "./lib/terminal-svg.ts";
import { serveRecordedPanel } from "./recording/recorded-panel.ts";
import recorded from "./recording/monolith.json" with { type: "json" };

const COLUMNS = 100;
const ROWS = 40;
const SCREENSHOT_INTERVAL_MS = 250;
const MAX_DURATION_MS = 60_000;
const IMAGE = join(ROOT, "docs/images/recording.svg");
const PROGRAM = join(ROOT, "packages/rostrum/src/bin.ts");
const TITLE = `rostrum: ${recorded.question}`;

const scratch = mkdtempSync(join(tmpdir(), "rostrum-recording-"));
const done = join(scratch, "done");

/** Runs tmux with its own socket and settings, apart from any other tmux of the user. */
function tmux(...args: string[]): string {
  const socket = join(scratch, "tmux");
  const env = { HOME: scratch, PATH: process.env["PATH"], LANG: "C.UTF-8", SHELL: "/bin/sh" };
  const { status, stdout, stderr, error } = spawnSync(
    "tmux",
    ["-S", socket, "-f", "/dev/null", ...args],
    { encoding: "utf8", env },
  );
  if (error) throw new Error("tmux could not be started", { cause: error });
  if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`);
  return stdout;
}

async function captureFrames(shownCommand: string, command: string): Promise<Frame[]> {
  const script = [
    `printf '\\033[1m$ %s\\033[0m\\n' '${shownCommand}'`,
    command,
    `touch ${done}`,
    "exec sleep 60",
  ].join("; ");
  tmux("new-session", "-d", "-x", String(COLUMNS), "-y", String(ROWS), "-c", scratch, script);
  const frames: Frame[] = [];
  const start = performance.now();
  for (let isLast = false; !isLast;) {
    isLast = existsSync(done);
    const atMs = performance.now() - start;
    if (atMs > MAX_DURATION_MS) throw new Error("the debate did not end within a minute");
    const rows = tmux("capture-pane", "-p", "-e").trimEnd().split("\n");
    if (rows.join("\n") !== frames.at(-1)?.rows.join("\n")) frames.push({ atMs, rows });
    if (!isLast) await sleep(SCREENSHOT_INTERVAL_MS);
  }
  return frames;
}

/** A panel with the price of a large model, so that the estimate and the cost are shown. */
function writeConfig(url: string): void {
  const debaters = Object.keys(recorded.replies).map((name) => ({
    name,
    model: `compat:${name}@${url}`,
    price: { input: 3, output: 15 },
  }));
  writeFileSync(join(scratch, "panel.json"), JSON.stringify({ panels: { default: { debaters } } }));
}

const server = await serveRecordedPanel(recorded);
try {
  writeConfig(server.url);
  writeFileSync(join(scratch, "situation.md"), recorded.context);
  const frames = await captureFrames(
    `cat situation.md | rostrum "${recorded.question}" --max-cost 0.50`,
    `cat situation.md | '${process.execPath}' '${PROGRAM}' --config panel.json --no-journal "${recorded.question}" --max-cost 0.50`,
  );
  mkdirSync(dirname(IMAGE), { recursive: true });
  writeFileSync(IMAGE, terminalSvg(frames, { columns: COLUMNS, title: TITLE }));
  console.log(`${frames.length} screens in ${IMAGE}`);
} finally {
  spawnSync("tmux", ["-S", join(scratch, "tmux"), "kill-server"]);
  rmSync(scratch, { recursive: true, force: true });
  await server.close();
}
