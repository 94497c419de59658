import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { serveFolder, type ServerHabits } from "./file-server.ts";

export interface Replaceable {
  url: string;
  /** Changes a file of the playground. */
  edit(name: string, change: (text: string) => string): void;
  /** Puts a newer version into its place. */
  replace(): void;
  /** The code of a part, which the newer version has under another name. */
  rename(part: string): void;
  close(): Promise<void>;
}

/** A playground in a folder of its own, and a way to put a newer version into its place. */
export async function replaceable(habits: ServerHabits = {}): Promise<Replaceable> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-play-"));
  cpSync(inject("playground"), folder, { recursive: true });
  const site = await serveFolder(folder, "/play/", habits);
  const at = (name: string): string => join(folder, name);
  const edit = (name: string, change: (text: string) => string): void =>
    writeFileSync(at(name), change(readFileSync(at(name), "utf8")));
  return {
    url: site.url,
    edit,
    replace() {
      edit("index.html", (text) => text.replace("</head>", '<meta name="second" /></head>'));
      edit("service-worker.js", (text) => {
        const version = /rostrum-playground [^`]*`[\s\S]*?([0-9a-f]{12})/.exec(text)?.[1] ?? "";
        expect(version).not.toBe("");
        return text.replaceAll(version, "0123456789ab");
      });
    },
    rename(screen) {
      const old = readdirSync(at("assets")).find(
        (name) => name.startsWith(screen) && name.endsWith(".js"),
      );
      if (old === undefined) throw new Error(`expected a file for ${screen}`);
      const renamed = old.replace(/-[^-]*\.js$/, "-newer.js");
      renameSync(at(join("assets", old)), at(join("assets", renamed)));
      for (const name of globSync("**/*.{js,html}", { cwd: folder }))
        edit(name, (text) => text.replaceAll(old, renamed));
    },
    async close() {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
