/* The published package itself: its files, its version, and the optional packages next to it. */
export { commandFile, packageFile } from "../package-file.ts";
export { packageVersion } from "../package-version.ts";
export { loadPeer } from "../load-peer.ts";
