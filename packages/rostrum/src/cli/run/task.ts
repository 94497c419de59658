import { randomBytes } from "node:crypto";
import { type Carry, questionIn } from "../../api/index.ts";
import type { Question } from "../../protocol/question.ts";
import { type ConfigPatch, merged } from "../options/flags.ts";
import type { RunStore } from "../../protocol/journal.ts";
import { fold } from "../../record/index.ts";
import { choosePanel, type ChosenPanel } from "../config/choose-panel.ts";
import { findConfig, loadConfig } from "../config/load.ts";
import type { InputStream } from "../io.ts";
import { readQuestion } from "../question/read.ts";
import { UserError } from "../user-error.ts";
import { findRunId } from "./journal.ts";

/** The flags of `ask` that are not config options. */
export interface AskFlags {
  file?: string;
  context?: string[];
  schema?: string;
  panel?: string;
  config?: string;
  json?: boolean;
  events?: boolean;
  dryRun?: boolean;
  full?: boolean;
  raw?: boolean;
  memo?: boolean;
  plain?: boolean;
  quiet?: boolean;
  id?: string;
  resume?: string;
  /** The run to follow up; `true`: the latest one. */
  follow?: string | true;
  carry?: string;
  /** A path, or `false` for `--no-journal`; commander makes it `true` when neither is given. */
  journal?: string | boolean;
}

/** Everything that is needed to run or resume a debate. */
export interface Task {
  id: string;
  question: Question;
  /** The config for `Debate`, without the journal. */
  config: ConfigPatch;
  /** The finished run that it follows up. */
  follow?: { id: string; carry?: Carry };
  /** Where the config came from, for messages. */
  source: string;
  /** Kept with the run, so that it can be resumed by its id alone. */
  metadata: Record<string, unknown>;
}

/** Digits and letters that can't be confused with each other. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A short id for a run that is easy to type: 50 random bits. */
export function newRunId(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** A new question to the panel from flags and config. `say` reports where the panel came from. */
export async function newTask(
  words: readonly string[],
  flags: AskFlags,
  patch: ConfigPatch,
  stdin: InputStream,
  say: (line: string) => void,
): Promise<Task> {
  const question = await readQuestion({
    words,
    stdin,
    ...(flags.file === undefined ? {} : { file: flags.file }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
  });
  return taskFor(question, flags, patch, say);
}

/** A question to the panel that flags and config name. */
export async function taskFor(
  question: Question,
  flags: AskFlags,
  patch: ConfigPatch,
  say: (line: string) => void,
): Promise<Task> {
  const panel = await panelFor(flags, patch, say);
  checkDebaters(patch);
  const config = merged(panel.config, patch);
  return {
    id: flags.id ?? newRunId(),
    question,
    config,
    source: panel.file === null ? "" : `${panel.file.path}, panel "${panel.name}"`,
    metadata: originOf(panel, config, patch),
  };
}

/** One `-d` is one debater, and a debate needs two. */
function checkDebaters({ debaters }: ConfigPatch): void {
  const [only, ...others] = Array.isArray(debaters) ? (debaters as unknown[]) : [];
  if (typeof only !== "string" || others.length > 0 || /\*\d*$/.test(only)) return;
  throw new UserError(`--debater: expected two or more debaters, got one, ${only}`, [
    `three samples of it: -d '${only}*3', or --model ${only}`,
    "or a second one: -d <provider>/<model>",
  ]);
}

async function panelFor(
  flags: AskFlags,
  patch: ConfigPatch,
  say: (line: string) => void,
): Promise<ChosenPanel> {
  const path = flags.config ?? findConfig(process.cwd());
  const file = path === null ? null : await loadConfig(path);
  const given = patch["debaters"] !== undefined || patch["model"] !== undefined;
  // A whole panel on the command line doesn't need a config's default.
  if (given && flags.panel === undefined && flags.config === undefined) {
    return { name: "command line", config: {}, file: null };
  }
  const chosen = choosePanel(flags.panel, file);
  if (chosen !== null) return chosen;
  const { panelFromSurroundings } = await import("../discovery/default-panel.ts");
  return panelFromSurroundings(say);
}

/** A run from the journal, ready to resume. Flags may change its caps and limits; the rest must stay. */
export async function resumedTask(
  wanted: string,
  journal: RunStore,
  patch: ConfigPatch,
): Promise<Task> {
  const id = await findRunId(journal, wanted);
  const run = await journal.read(id);
  const { started } = fold(run?.events ?? []);
  if (run === undefined || started === null)
    throw new UserError(`run "${id}" stopped before it began`, ["ask its question again"]);
  const { question, context, metadata = {} } = started;
  return {
    id,
    question: context === undefined ? question : questionIn(run, question, context),
    config: merged(await configFrom(metadata, id), patch),
    source: "",
    metadata,
  };
}

/** A question that follows up a finished run: for its panel, unless flags name another. */
export async function followingTask(
  words: readonly string[],
  flags: AskFlags,
  patch: ConfigPatch,
  stdin: InputStream,
  say: (line: string) => void,
  journal: RunStore,
): Promise<Task> {
  // In `--follow "And then?"` the question was taken for an id.
  const swallowed = typeof flags.follow === "string" && /\s/.test(flags.follow.trim());
  const wanted = swallowed || flags.follow === true ? undefined : flags.follow;
  const asked = swallowed ? [flags.follow as string, ...words] : words;
  const id = wanted === undefined ? await latestRun(journal) : await findRunId(journal, wanted);
  const carry = flags.carry as Carry | undefined;
  const follow = { id, ...(carry === undefined ? {} : { carry }) };
  const named = ["panel", "config"].some((flag) => flags[flag as "panel" | "config"] !== undefined);
  const { metadata } = fold((await journal.read(id))?.events ?? []).started ?? {};
  const own = metadata?.[KEY] !== undefined && !named;
  const given = patch["debaters"] !== undefined || patch["model"] !== undefined;
  if (!own || given) return { ...(await newTask(asked, flags, patch, stdin, say)), follow };
  const question = await readQuestion({
    words: asked,
    stdin,
    ...(flags.file === undefined ? {} : { file: flags.file }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
  });
  const config = merged(await configFrom(metadata, id), patch);
  const origin = metadata?.[KEY] as Origin;
  const flagged = { ...origin, flags: merged(origin.flags ?? {}, patch) };
  return {
    id: flags.id ?? newRunId(),
    question,
    config,
    source: "",
    metadata: { [KEY]: origin.config === undefined ? flagged : { config } },
    follow,
  };
}

async function latestRun(journal: RunStore): Promise<string> {
  const { runs } = await journal.list({ status: "completed", limit: 1 });
  const [latest] = runs;
  if (latest) return latest.id;
  throw new UserError("there is no finished run to follow up", ['rostrum "your question"']);
}

/** How a run was set up: its whole config if that is data, else the file and panel to load again. */
interface Origin {
  config?: ConfigPatch;
  file?: string;
  panel?: string;
  flags?: ConfigPatch;
}

const KEY = "rostrum_cli";

function originOf(
  { name, file }: ChosenPanel,
  config: ConfigPatch,
  flags: ConfigPatch,
): Record<string, unknown> {
  const origin: Origin = file?.code ? { file: file.path, panel: name, flags } : { config };
  return { [KEY]: origin };
}

/** The config a stored run was started with. */
async function configFrom(
  metadata: Record<string, unknown> | undefined,
  id: string,
): Promise<ConfigPatch> {
  const origin = metadata?.[KEY] as Origin | undefined;
  if (origin?.config !== undefined) return origin.config;
  if (origin?.file === undefined) {
    throw new UserError(`run "${id}" was not started on the command line`, [
      "give the same question and config, and its id: rostrum --id <id> …",
    ]);
  }
  const panel = choosePanel(origin.panel, await loadConfig(origin.file));
  return merged(panel?.config ?? {}, origin.flags ?? {});
}
