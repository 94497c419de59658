export { chooseChange, isRange, type ChangeRequest } from "./choose-change.ts";
export { openRepository, type Repository } from "./open-repository.ts";
export { readMaterial, type MaterialRequest } from "./read-material.ts";
export type { LeftOutFile, RepositoryMaterial } from "./material-builder.ts";
