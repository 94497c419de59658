import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { program } from "../support/programs.ts";

const folder = mkdtempSync(join(tmpdir(), "rostrum-address-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As if the driver were not installed. */
const WITHOUT_DRIVER = `data:text/javascript,
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      if (name !== "postgres") return next(name, context);
      throw Object.assign(new Error("Cannot find package 'postgres'"), { code: "ERR_MODULE_NOT_FOUND" });
    },
  });`;

function rostrum(journal: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", WITHOUT_DRIVER, program("rostrum"), ...args, "--journal", journal],
    {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ROSTRUM_HOME: folder, NO_COLOR: "1" },
    },
  );
  return { status, said: stdout + stderr };
}

describe("--journal postgres://… without the driver", () => {
  test.each([
    ["ask", ["ask", "2+2?", "--panel", "embedded"]],
    ["runs", ["runs"]],
    ["show", ["show"]],
    ["export", ["export"]],
    ["serve", ["serve", "--port", "0"]],
    ["mcp", ["mcp"]],
    ["doctor", ["doctor"]],
  ])("%s says what to install, without the password, and makes no file", (_name, args) => {
    const { status, said } = rostrum("postgres://ann:s3cret@127.0.0.1:1/db", ...args);
    expect(status).not.toBe(0);
    expect(said).toContain("npm install postgres");
    expect(said).toContain("postgres://ann@127.0.0.1:1/db");
    expect(said).not.toContain("s3cret");
    expect(said).not.toMatch(/\n\s+at /);
    expect(readdirSync(folder).filter((name) => !name.startsWith("spending"))).toEqual([]);
  });

  test("an address of another kind is not a file either", () => {
    const { status, said } = rostrum("mysql://ann:s3cret@127.0.0.1/db", "runs");
    expect(status).toBe(1);
    expect(said).toContain("postgres://");
    expect(said).not.toContain("s3cret");
    expect(readdirSync(folder).filter((name) => !name.startsWith("spending"))).toEqual([]);
  });
});
