export { holdsSecrets } from "../holds-secrets.ts";
export { addRepositoryTools } from "./add-repository-tools.ts";
export { findUnknownEnds, findWholeBranch, isRange } from "./choose-change.ts";
export { hasGit, openRepository, type Repository } from "./open-repository.ts";
export { readFix, type PastFix } from "./read-fix.ts";
export { readPipedDiff } from "./read-piped-diff.ts";
export { listConflicts } from "./list-changes.ts";
export {
  explainNothing,
  findDocumentName,
  hasChanges,
  readMaterial,
  type MaterialRequest,
} from "./read-material.ts";
export { clipMessages } from "./read-messages.ts";
export {
  readListedChange,
  type ListedChange,
  type ListedFile,
  type ReadFile,
} from "./read-listed-change.ts";
export {
  fitDocuments,
  MAX_FILE_BYTES,
  TOO_MANY_BYTES,
  PART_TOKENS,
  SCHEMA_NAME,
  type LeftOutFile,
  type RepositoryMaterial,
} from "./material-builder.ts";
