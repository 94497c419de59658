import { estimateTokens } from "@rostrum/core/debate";
import type { LeftOutFile } from "@rostrum/core/export";
import type { ContextDocument } from "@rostrum/core/protocol";
import { holdsSecrets } from "../holds-secrets.ts";
import { findMarkedFiles } from "./find-marked-files.ts";
import type { ChangedFile } from "./list-changes.ts";
import type { Repository } from "./open-repository.ts";

export type { LeftOutFile };

/** Documents for a panel about a repository, and the files that were left out. */
export interface RepositoryMaterial {
  /** Describes the subject of the review. */
  title: string;
  /** Messages of the change's commits. Empty if nothing is committed yet. */
  message: string;
  /** One document per file. A change is a unified diff with the rest of the file around it. */
  documents: ContextDocument[];
  /** Files that need no review: binary, generated, vendored, a submodule, or left out on request, or a file that may hold secrets. */
  skipped: LeftOutFile[];
  /** Files that need a review and can't have one. */
  unreviewed: LeftOutFile[];
  /** The commit whose files reviewers may read, or `INDEX`; `null`: the working tree. */
  commit: string | null;
}

/** Tokens of documents that a member reviews in one call, so that no document may have more. */
export const PART_TOKENS = 80_000;
/** Upper limit for all documents together. */
export const MAX_TOTAL_TOKENS = 640_000;
/** Far more than members read, so that a longer file needn't be. */
export const MAX_FILE_BYTES = 4_000_000;
export const TOO_MANY_BYTES = "it is larger than 4 MB";
/** No document may have a longer name. */
const MAX_NAME_CHARS = 200;

/** Name of the schema that `rostrum init` writes next to a config. Nobody writes it by hand. */
export const SCHEMA_NAME = "rostrum.schema.json";

/** The text of a file, why it needs no review, or why it can't be reviewed. */
export type FileText = { text: string } | { leftOutBecause: string } | { problem: string };

/** Collects documents, and what is left out. */
export interface MaterialBuilder {
  /** The files that need a review. */
  reviewable: ChangedFile[];
  add(file: ChangedFile, text: FileText): void;
  finish(): Pick<RepositoryMaterial, "documents" | "skipped" | "unreviewed">;
}

export async function createMaterialBuilder(
  /** Null outside of git, where nothing says which files are generated. */
  repository: Repository | null,
  files: readonly ChangedFile[],
  {
    isSkipped = () => false,
    paths: namedPaths = [],
  }: {
    isSkipped?: ((path: string) => boolean) | undefined;
    /** Paths that the request names. Null where a request can't name any. */
    paths?: readonly string[] | null | undefined;
  },
): Promise<MaterialBuilder> {
  const skipped: LeftOutFile[] = [];
  const unreviewed: LeftOutFile[] = [];
  /** By name. A file has several if a piped diff changes it more than once. */
  const texts = new Map<string, string>();
  const paths = files.flatMap(({ path }) => path ?? []);
  const marked = repository === null ? new Map() : await findMarkedFiles(repository, paths);
  const candidates = files.filter((file) => {
    const { name, path, oldPath, kind } = file;
    const mark = path === null ? undefined : marked.get(path);
    const isNamed = namedPaths?.includes(path ?? name) ?? false;
    const isSecret = [path ?? name, oldPath ?? ""].some(
      (otherPath) => holdsSecrets(otherPath) && !namedPaths?.includes(otherPath),
    );
    const needless = chooseReason([
      [isSkipped(path ?? name), "left out on request"],
      [isSecret, `it may hold secrets and is not sent${namedPaths === null ? "" : NAMING_HINT}`],
      [kind === "submodule", "a submodule"],
      [kind === "link", "a link"],
      [path?.split("/").at(-1) === SCHEMA_NAME && !isNamed, "rostrum's own schema"],
      [mark !== undefined && !isNamed, `${mark}, as .gitattributes says`],
    ]);
    const problem = chooseReason([
      [path === null, "its name is not UTF-8"],
      [name.length > MAX_NAME_CHARS, `its name is longer than ${MAX_NAME_CHARS} characters`],
      [kind === "conflicted", "it has merge conflicts"],
    ]);
    if (needless !== undefined) skipped.push({ path: name, reason: needless });
    else if (problem !== undefined) unreviewed.push({ path: name, reason: problem });
    return needless === undefined && problem === undefined;
  });
  return {
    reviewable: candidates,
    add({ name }, file) {
      if ("leftOutBecause" in file) skipped.push({ path: name, reason: file.leftOutBecause });
      else if ("problem" in file) unreviewed.push({ path: name, reason: file.problem });
      else texts.set(name, `${texts.get(name) ?? ""}${file.text}`);
    },
    finish() {
      const fitting = fitDocuments(
        Array.from(texts, ([document, text]): ContextDocument => ({ document, text })),
      );
      return {
        documents: fitting.documents,
        skipped,
        unreviewed: [...unreviewed, ...fitting.unreviewed],
      };
    },
  };
}

/** Leaves out documents that are too large for one call, and those that all parts together have no room for. */
export function fitDocuments<D extends { document: string; text: string }>(
  documents: readonly D[],
): { documents: D[]; unreviewed: LeftOutFile[] } {
  const unreviewed: LeftOutFile[] = [];
  const included = new Set<D>();
  let room = MAX_TOTAL_TOKENS;
  const sizes = new Map(documents.map((each) => [each, estimateTokens(each.text)]));
  // The shortest first, so that as few files as possible are left out.
  for (const [each, tokens] of [...sizes].toSorted(([, a], [, b]) => a - b)) {
    const size = `about ${tokens.toLocaleString("en")} tokens`;
    if (tokens > PART_TOKENS)
      unreviewed.push({
        path: each.document,
        reason: `it is too large: ${size}, and members read up to ${PART_TOKENS.toLocaleString("en")} of a file`,
      });
    else if (tokens > room)
      unreviewed.push({ path: each.document, reason: `there is no room left for it: ${size}` });
    else {
      included.add(each);
      room -= tokens;
    }
  }
  return { documents: documents.filter((each) => included.has(each)), unreviewed };
}

const NAMING_HINT = "; name the file itself to include it";

/** The first reason that applies. */
function chooseReason(reasons: readonly [applies: boolean, reason: string][]): string | undefined {
  return reasons.find(([applies]) => applies)?.[1];
}
