import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { withClients } from "../../scripts/lib/clients-table.ts";
import { ROOT } from "../../scripts/lib/root.ts";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { ownFolder, rostrum as startRostrum } from "../server/support/process.ts";

const read = (name: string): string => readFileSync(join(ROOT, "deploy", name), "utf8");
const FILES = ["Dockerfile", "compose.yaml", "rostrum.service", "nginx.conf", "Caddyfile"];

interface Service {
  command?: string[];
  image?: string;
  build?: { context: string; dockerfile: string };
  depends_on?: Record<string, unknown>;
  environment?: Record<string, string>;
  volumes?: string[];
}
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

async function flagsOf(command: string): Promise<Set<string>> {
  using home = newHome();
  const { stdout } = await rostrum(home, [command, "--help"]);
  return new Set(stdout.match(/--[a-z][a-z0-9-]+/g));
}

/** What follows the name of a command, to the end of the line or of the list. */
function flagsIn(text: string, command: string): string[] {
  const used = [...text.matchAll(new RegExp(`\\b${command}\\b(?:"|,|\\s|=|[^"\\n])*`, "g"))];
  return used.flatMap(([words]) => words.match(/--[a-z][a-z0-9-]+/g) ?? []);
}

describe("the files in deploy/", () => {
  test("use flags that exist", async () => {
    const serve = await flagsOf("serve");
    const worker = await flagsOf("worker");
    const seen: string[] = [];
    for (const { command = [] } of Object.values(compose.services)) {
      const [name, ...flags] = command;
      if (name === undefined) continue;
      const known = name === "worker" ? worker : serve;
      for (const flag of flags.map((each) => each.replace(/=.*/, ""))) {
        seen.push(flag);
        expect(known, `compose.yaml: ${name} ${flag}`).toContain(flag);
      }
    }
    for (const file of ["rostrum.service", "nginx.conf", "Caddyfile"]) {
      for (const flag of flagsIn(read(file), "rostrum serve")) {
        seen.push(flag);
        expect(serve, `${file}: ${flag}`).toContain(flag);
      }
    }
    const run = /^CMD (\[.*\])$/m.exec(read("Dockerfile"))?.[1] ?? "[]";
    for (const flag of (JSON.parse(run) as string[]).filter((word) => word.startsWith("--"))) {
      seen.push(flag);
      expect(serve, `Dockerfile: ${flag}`).toContain(flag);
    }
    expect(new Set(seen).size).toBeGreaterThan(8);
  });

  test("use variables that something reads", () => {
    const sources = globSync("packages/*/src/**/*.ts", { cwd: ROOT }).flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/[A-Z][A-Z0-9]+_[A-Z0-9_]+/g)].map(
        ([name]) => name,
      ),
    );
    // Read by Node, by the driver of Postgres, by compose itself, and by the image of Postgres.
    const others = [
      "NODE_ENV",
      "PGPASSWORD",
      "ROSTRUM_HOST",
      "POSTGRES_USER",
      "POSTGRES_DB",
      "POSTGRES_PASSWORD",
    ];
    const known = new Set([...sources, ...others]);
    const used = FILES.flatMap((file) =>
      [
        ...read(file).matchAll(/\b(?:ROSTRUM|POSTGRES|OPENAI|ANTHROPIC|GOOGLE|NODE)_[A-Z_]+\b/g),
      ].map(([name]) => ({ file, name })),
    );
    expect(used.length).toBeGreaterThan(8);
    for (const { file, name } of used) expect(known, `${file}: ${name}`).toContain(name);
  });

  test("the compose file names the config in every command, so that it is trusted", () => {
    const { server, worker, "cluster-server": clusterServer } = compose.services;
    for (const service of [server, clusterServer, worker]) {
      const flag = service?.command?.find((arg) => arg.startsWith("--config="));
      const path = flag?.slice("--config=".length);
      expect(service?.volumes).toContain(`./rostrum.config.yaml:${path}:ro`);
    }
  });

  test("the compose file names services, volumes and files that there are", () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      "cluster-server",
      "postgres",
      "restate",
      "server",
      "worker",
    ]);
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.image ?? service.build, name).toBeDefined();
      if (service.build) {
        expect(
          existsSync(join(ROOT, "deploy", service.build.context, service.build.dockerfile)),
        ).toBe(true);
      }
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect(Object.keys(compose.services)).toContain(needed);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (!source.startsWith(".")) expect(Object.keys(compose.volumes), volume).toContain(source);
      }
    }
  });

  test("the image is built from the sources alone: no secrets, nothing installed or built here", () => {
    const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
    // deploy/.env is where the compose file wants the passwords.
    for (const each of [".git", "**/.env", "**/node_modules", "**/dist"])
      expect(ignored).toContain(each);
    // Only the first stage, of which nothing but the package is taken, has the sources.
    const [, , run = ""] = read("Dockerfile").split(/^FROM /m);
    expect(run).not.toMatch(/^(?:COPY|ADD) /m);
    expect(compose.services["server"]).toMatchObject({ init: true, read_only: true });
  });

  test.each([
    ["with a config whose settings need trust", "server: { keep: { days: 90 } }\n"],
    ["without a config", null],
  ])("the image's command starts %s, and has nothing to warn about", async (_, settings) => {
    const folder = ownFolder();
    if (settings !== null) {
      const panels = "panels: { sums: { debaters: [embedded*3] } }\n";
      writeFileSync(join(folder, "rostrum.config.yaml"), panels + settings);
    }
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(read("Dockerfile"))?.[1] ?? "[]") as string[];
    const args = command.map((arg) => arg.replace("/data", folder).replace("0.0.0.0", "127.0.0.1"));
    const env = { ROSTRUM_TOKEN: "a token of more than twenty characters".replaceAll(" ", "-") };
    const child = startRostrum({ folder, env }, ...args, "--port", "0");
    let words = "";
    child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
    await expect
      .poll(() => words, { timeout: 10_000 })
      .toContain(
        settings === null ? "panels: embedded (no config here)" : "panels: sums, embedded",
      );
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    expect(await gone).toEqual([0, null]);
    expect(words).not.toContain("that of the command line");
  });

  test("the image runs as a user without rights, and asks for its health", () => {
    const file = read("Dockerfile");
    expect(file).toMatch(/^USER node$/m);
    expect(file).toMatch(/^HEALTHCHECK /m);
    expect(file.match(/^FROM /gm)).toHaveLength(2);
    const check = /CMD (\["node", "-e".*\])$/m.exec(file)?.[1] ?? "[]";
    const [, , code = ""] = JSON.parse(check) as string[];
    // Nothing listens there, so it says that the server is not healthy.
    const asked = code.replace("4717", "1");
    expect(() => execFileSync(process.execPath, ["-e", asked], { stdio: "ignore" })).toThrow(
      expect.objectContaining({ status: 1 }),
    );
  });

  test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("systemd accepts the unit", () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const unit = join(folder, "rostrum.service");
    copyFileSync(join(ROOT, "deploy/rostrum.service"), unit);
    execFileSync("systemd-analyze", ["verify", "--man=no", unit], { stdio: "pipe" });
  });
});

test("the table of clients is the one that was saved", () => {
  const page = readFileSync(join(ROOT, "docs/integrations.md"), "utf8");
  const saved = readFileSync(join(ROOT, "docs/evidence/clients.txt"), "utf8");
  const table = saved.slice(saved.indexOf("|"));
  expect(withClients(page, table)).toBe(page);
  expect(table).not.toContain("fails");
});
