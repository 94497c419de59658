/* What a review reads of a git repository, and the tools that let members look around in it. */
export {
  addRepositoryTools,
  isRange,
  openRepository,
  PART_TOKENS,
  readFix,
  readMaterial,
  type LeftOutFile,
  type MaterialRequest,
  type PastFix,
  type Repository,
  type RepositoryMaterial,
} from "../api/repository/index.ts";
