import { nodeModule } from "../../node-builtins.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/** Folders of the system that a sandbox replaces with its own. */
const REPLACED = ["/dev", "/proc", "/run", "/sys", "/tmp"];
const DEVICES = ["null", "zero", "full", "random", "urandom"];
const DEVICE_LINKS = { fd: "", stdin: "/0", stdout: "/1", stderr: "/2" };
/** Parts of /proc that change the system when they are written to. */
export const KERNEL_SETTINGS: readonly string[] = ["sys", "sysrq-trigger", "irq", "bus"];
/** Folders in which people keep keys. */
const KEY_FOLDERS = ".ssh .aws .azure .config .docker .gnupg .kube .rostrum".split(" ");
const SHARED_MEMORY = "size=64m,mode=1777,nosuid,nodev";

/**
 * How a folder of the system is shown read-only. Through an overlay, its Unix sockets and named pipes are other files,
 * which nobody listens to. A bind mount shows the same files, and sockets can be connected to even if it is read-only.
 */
export type View = "overlay" | "bind";

/** The folders of one sandbox, all of them in a temporary folder that is removed afterwards. */
export interface SandboxFolders {
  folder: string;
  /** Folder that the program may write to; its working folder if it is given files. */
  work: string;
  /** Folder that it sees as /tmp. */
  temporary: string;
}

export async function createSandboxFolders(folder: string): Promise<SandboxFolders> {
  const { chmod, mkdir } = nodeModule("node:fs/promises", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  const folders = { folder, work: join(folder, "work"), temporary: join(folder, "tmp") };
  await mkdir(folder);
  for (const path of [folders.work, folders.temporary]) await mkdir(path);
  await chmod(folders.temporary, 0o1777);
  return folders;
}

export interface RootPlan {
  folders: SandboxFolders;
  view: View;
  /** The folder that the program works in. */
  cwd: string;
  /** Folders that it needs even if they are in a folder that is replaced. */
  visible: readonly string[];
  /** True if the user who runs the program may read a folder. */
  isReachable(folder: string): boolean;
}

/**
 * Prepares the root folder of a sandbox, with empty files and folders to mount on, and `mounts`, the list of what is
 * mounted there (an fstab). Returns where the program can keep temporary files: /tmp, unless it works in the system's.
 */
export function prepareRoot({ folders, view, cwd, visible, isReachable }: RootPlan): string {
  const { folder, work, temporary } = folders;
  const { existsSync, mkdirSync, symlinkSync, writeFileSync } = nodeModule(
    "node:fs",
    PROGRAM_CHECK,
  );
  const { homedir } = nodeModule("node:os", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  const root = join(folder, "root");
  const empty = join(folder, "empty");
  for (const path of [root, empty]) mkdirSync(path);
  for (const path of REPLACED) mkdirSync(join(root, path));
  const mounts = readMounts();
  const lines: string[] = [];
  const mount = (source: string, target: string, type: string, options: string): void => {
    const [from, to] = [source, target].map(escapeField);
    lines.push(`${from} ${to} ${type} ${escapeField(options)} 0 0`);
  };
  /** Shows a folder or a file at its own place. */
  const show = (path: string, isFolder: boolean): void => {
    if (isFolder && view === "overlay") {
      mount("overlay", join(root, path), "overlay", `ro,nosuid,lowerdir=${path}:${empty}`);
    } else mount(path, join(root, path), "none", `bind,ro,${findFlags(path, mounts)}`);
  };

  mount(root, root, "none", "bind");
  // An overlay refuses a second layer that is inside the first, wherever temporary files are.
  if (view === "overlay") mount("none", empty, "tmpfs", "ro,size=4k");
  for (const { path, link, isFolder, isWhole } of listShown([...mounts.keys()], isReachable)) {
    const target = join(root, path);
    if (link !== undefined) symlinkSync(link, target);
    else if (isFolder) mkdirSync(target);
    else writeFileSync(target, "");
    if (isWhole) show(path, isFolder);
  }
  for (const name of DEVICES) {
    writeFileSync(join(root, "dev", name), "");
    mount(`/dev/${name}`, join(root, "dev", name), "none", "bind");
  }
  for (const [name, place] of Object.entries(DEVICE_LINKS)) {
    symlinkSync(`/proc/self/fd${place}`, join(root, "dev", name));
  }
  mkdirSync(join(root, "dev/shm"));
  mount("shm", join(root, "dev/shm"), "tmpfs", SHARED_MEMORY);
  mount("proc", join(root, "proc"), "proc", "nosuid,nodev,noexec");
  for (const name of KERNEL_SETTINGS.filter((setting) => existsSync(`/proc/${setting}`))) {
    mount(join(root, "proc", name), join(root, "proc", name), "none", "bind,ro");
  }
  const temporaryMount = cwd === "/tmp" ? temporary : "/tmp";
  if (temporaryMount !== "/tmp") show("/tmp", true);
  mount(temporary, join(root, temporaryMount), "none", "bind");
  /** Makes a place to mount on. Anything outside the replaced folders is there already. */
  const makeRoom = (path: string): void => {
    if (temporaryMount === "/tmp" && isWithin(path, temporaryMount))
      mkdirSync(join(temporary, path.slice(4)), { recursive: true });
    else if (isReplaced(path) && !isWithin(path, "/tmp"))
      mkdirSync(join(root, path), { recursive: true });
  };
  for (const path of visible.filter((candidate) => isReplaced(candidate) && candidate !== work)) {
    makeRoom(path);
    show(path, true);
  }
  if (cwd === work) {
    makeRoom(work);
    mount(work, join(root, work), "none", "bind");
  }
  const home = homedir();
  for (const path of KEY_FOLDERS.map((name) => join(home, name))) {
    const isShown = existsSync(path) && !isReplaced(path) && isReachable(home);
    if (isShown) mount("none", join(root, path), "tmpfs", "ro,size=4k");
  }
  writeFileSync(join(folder, "mounts"), `${lines.join("\n")}\n`);
  return temporaryMount;
}

interface RootEntry {
  path: string;
  isFolder: boolean;
  /** Target, if it is a link. */
  link?: string;
  /** Shown as it is. Otherwise it is a link, a folder whose entries follow, or one that its user can't read. */
  isWhole: boolean;
}

/**
 * Lists what the root folder shows of the system. A user namespace may not mount a folder again without what is mounted
 * in it, so that such a folder is made anew, and its entries are shown one by one.
 */
function listShown(
  mounted: readonly string[],
  isReachable: (folder: string) => boolean,
): RootEntry[] {
  const { readdirSync, readlinkSync } = nodeModule("node:fs", PROGRAM_CHECK);
  const { join } = nodeModule("node:path", PROGRAM_CHECK);
  const entries: RootEntry[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // An overlay's options can't name a path with these characters.
      if (REPLACED.includes(path) || /[:,"\\]/.test(path)) continue;
      const isFolder = entry.isDirectory();
      if (entry.isSymbolicLink()) {
        entries.push({ path, isFolder, link: readlinkSync(path), isWhole: false });
      } else if (isFolder && mounted.some((mountPoint) => isWithin(mountPoint, path))) {
        entries.push({ path, isFolder, isWhole: false });
        if (isReachable(path)) visit(path);
      } else if (isFolder || entry.isFile()) {
        entries.push({ path, isFolder, isWhole: !isFolder || isReachable(path) });
      }
    }
  };
  visit("/");
  return entries;
}

/** Mount options by the place where something is mounted. */
function readMounts(): Map<string, string[]> {
  const { readFileSync } = nodeModule("node:fs", PROGRAM_CHECK);
  const text = readFileSync("/proc/self/mountinfo", "utf8");
  return new Map(
    text.split("\n").flatMap((line) => {
      const [, , , , path, options = ""] = line.split(" ");
      return path === undefined ? [] : [[unescapeField(path), options.split(",")]];
    }),
  );
}

/** Options of the mount at a path that a mount in a user namespace must keep. */
function findFlags(path: string, mounts: ReadonlyMap<string, readonly string[]>): string {
  const enclosingMounts = [...mounts.keys()].filter(
    (mountPoint) => mountPoint === path || mountPoint === "/" || isWithin(path, mountPoint),
  );
  const mountPoint = enclosingMounts.toSorted((a, b) => b.length - a.length)[0] ?? "/";
  const flags = (mounts.get(mountPoint) ?? []).filter(
    (name) => name === "noexec" || name === "nodev",
  );
  return ["nosuid", ...flags].join(",");
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function isReplaced(path: string): boolean {
  return REPLACED.some((folder) => isWithin(path, folder));
}

/** A field of an fstab. */
function escapeField(text: string): string {
  return text.replace(
    /[\s\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
}

function unescapeField(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}
