/* The published package itself: its files and its version. */
export { commandFile, packageFile } from "../package-file.ts";
export { packageVersion } from "../package-version.ts";
