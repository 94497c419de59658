/*
 * Imported by scripts whose figures stand in README.md or docs/. With `--save`, what the script prints is
 * also written to docs/evidence/, under the script's name or the one given as `--save=name`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { ROOT } from "./root.ts";

const SAVE = /^--save(?:=([\w-]+))?$/;
const flag = process.argv.find((arg) => SAVE.test(arg));

if (flag !== undefined) {
  const args = process.argv.slice(2).filter((arg) => arg !== flag);
  process.argv.splice(2, Infinity, ...args);
  const script = process.argv[1] ?? "";
  const name = SAVE.exec(flag)?.[1] ?? basename(script, ".ts");
  const command = ["$ node", relative(ROOT, script), ...args.map(quoted)].join(" ");
  let printed = "";
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]) => {
    printed += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    return write(chunk, ...rest);
  };
  process.on("exit", (code) => {
    if (code !== 0) return;
    mkdirSync(join(ROOT, "docs/evidence"), { recursive: true });
    writeFileSync(join(ROOT, "docs/evidence", `${name}.txt`), `${command}\n${printed}`);
  });
}

function quoted(arg: string): string {
  return /^[\w./=-]+$/.test(arg) ? arg : `"${arg}"`;
}
