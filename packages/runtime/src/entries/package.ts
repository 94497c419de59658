/* The published package itself, its files and its version; the owner of files that a command writes for a service. */
export { commandFile, packageFile } from "../package-file.ts";
export { packageVersion } from "../package-version.ts";
export { keepOwner } from "../journal/sqlite/keep-owner.ts";
