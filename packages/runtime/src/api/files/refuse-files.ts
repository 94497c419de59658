import {
  isPerson,
  listCallableModels,
  listModels,
  type Member,
  type ResolvedConfig,
} from "@rostrum/core/debate";
import { ConfigError } from "@rostrum/core/support";
import type { FileKind, FileType, ModelPort, RecordedFile, Role } from "@rostrum/core/protocol";
import { formatType } from "./context-file.ts";

/** Roles whose prompts contain the context. */
const READERS: ReadonlySet<Role> = new Set(["debater", "router", "ballot", "judge"]);

type GivenFile = Pick<RecordedFile, "document" | "mediaType">;

interface Reader {
  role: Role;
  member: Member;
  model: ModelPort;
}

/** Refuses files that a model of the panel doesn't accept, before anything is spent. */
export function refuseFiles(config: ResolvedConfig, files: readonly GivenFile[]): void {
  for (const file of files) {
    const blind = listReaders(config).find((reader) => accepts(reader, file.mediaType) === false);
    if (blind) throw new ConfigError("question.context", explainRefusal(file, blind));
  }
}

/** Warnings about files before they are sent. */
export function listFileWarnings(config: ResolvedConfig, files: readonly GivenFile[]): string[] {
  if (files.length === 0) return [];
  const names = files.map(({ document }) => document).join(", ");
  const unsure = listReaders(config).find((reader) =>
    files.some(({ mediaType }) => accepts(reader, mediaType) === null),
  );
  return [
    `Quotes from ${names} can't be checked. To have them checked, add the text as another document.`,
    ...(unsure
      ? [
          `It is not known whether ${unsure.model.id} accepts ${names}. If it doesn't, its calls fail. ` +
            "Set `takes` of the debater to what its model accepts.",
        ]
      : []),
  ];
}

function listReaders(config: ResolvedConfig): Reader[] {
  return listCallableModels(config)
    .filter(
      ({ role, member }) => READERS.has(role) && !isPerson(member) && member.sees !== "quotes",
    )
    .flatMap(({ role, member }) =>
      listModels(member).map(({ model }) => ({ role, member, model })),
    );
}

function accepts({ member, model }: Reader, type: FileType): boolean | null {
  if (member.takes !== undefined) return member.takes.includes(getFileKind(type));
  return model.takes === undefined ? false : model.takes(type);
}

function getFileKind(type: FileType): FileKind {
  return type === "application/pdf" ? "pdf" : "image";
}

function explainRefusal({ document, mediaType }: GivenFile, { member, model }: Reader): string {
  const kind = getFileKind(mediaType);
  const text = kind === "pdf" ? `give its text instead, ` : "";
  return (
    `${document} is ${formatType(mediaType)}, and ${member.name} (${model.id}) doesn't accept it: ${text}leave it out, ` +
    `or choose another model. If the model does accept it, set \`takes: ["${kind}"]\` for ${member.name}`
  );
}
