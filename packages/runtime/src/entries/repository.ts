/* Reads a git repository for reviews, with tools that let members look around in it. */
export {
  addRepositoryTools,
  explainNothing,
  holdsSecrets,
  isRange,
  openRepository,
  PART_TOKENS,
  readFix,
  readMaterial,
  SCHEMA_NAME,
  type LeftOutFile,
  type MaterialRequest,
  type PastFix,
  type Repository,
  type RepositoryMaterial,
} from "../api/repository/index.ts";
