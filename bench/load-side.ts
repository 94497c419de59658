/**
 * The other side of `load.ts`, in its own process so that its CPU time can be measured separately:
 * a server, or the library with the same journal and the same panel.
 */
import { existsSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";

const built = (path: string): URL =>
  new URL(`../packages/rostrum/dist/${path}.js`, import.meta.url);
const source = (path: string): URL =>
  new URL(`../packages/rostrum/src/${path}.ts`, import.meta.url);
const fromSource = process.env["BENCH_FROM"] === "src" || !existsSync(built("server"));
const load = (path: string): Promise<unknown> => import((fromSource ? source : built)(path).href);

const { Debate, memoryJournal, sqliteJournal } = (await load(
  "index",
)) as typeof import("../packages/rostrum/src/index.ts");
const { serve } = (await load("server")) as typeof import("../packages/server/src/index.ts");

const [place = "", callMs = "50"] = process.argv.slice(2);
const go = Promise.withResolvers<void>();

const speaker = (seat: number, wait: () => Promise<unknown>) => async (): Promise<string> => {
  await wait();
  return `A reason that a reader would take.\nAnswer: ${seat % 2}\nConfidence: 0.5`;
};
const panelOf = (
  wait: () => Promise<unknown>,
): { debaters: never[]; rounds: 2; revise: "everyone"; stop: "never" } => ({
  debaters: [0, 1, 2].map((seat) => speaker(seat, wait)) as never[],
  rounds: 2,
  revise: "everyone",
  stop: "never",
});
const panels = {
  slow: panelOf(() => after(Number(callMs))),
  quick: panelOf(async () => undefined),
  // Begins to reply on request.
  told: panelOf(() => go.promise.then(() => after(Number(callMs)))),
};

const journal = place === "" ? memoryJournal() : sqliteJournal(place);
const serving = await serve({
  port: 0,
  journal,
  panels,
  limits: { debates: 2000, watchers: 5000, requestsPerMinute: 1e9, queue: 0 },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

/** The library alone: `count` concurrent debates. */
async function hold(count: number, name: string, kind: keyof typeof panels): Promise<number> {
  const panel = new Debate({ ...panels[kind], journal });
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: count }, (_, index) => panel.run("Which?", { id: `${name}-${index}` })),
  );
  return performance.now() - begun;
}

interface Told {
  is: string;
  count?: number;
  name?: string;
  panel?: keyof typeof panels;
}

process.on("message", (message: Told) => {
  void (async () => {
    if (message.is === "go") go.resolve();
    if (message.is === "hold") {
      const { count = 1, name = "run", panel = "slow" } = message;
      process.send?.({ ms: await hold(count, name, panel) });
    }
    if (message.is === "cpu") {
      const { user, system } = process.cpuUsage();
      process.send?.({ ms: (user + system) / 1000 });
    }
    if (message.is === "longest") {
      process.send?.({ ms: delay.max / 1e6 });
      delay.reset();
    }
    if (message.is === "end") {
      await serving.close();
      await journal.close();
      process.exit(0);
    }
  })();
});
// The parent process is gone.
process.once("disconnect", () => process.exit(1));
process.send?.({ port: serving.port });
