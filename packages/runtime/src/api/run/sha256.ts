import { sha256 } from "@noble/hashes/sha2.js";
import { nodeModuleIfAny } from "../../node-builtins.ts";

/** The digest of bytes or of a text in UTF-8, in hexadecimal. Browsers offer their own only asynchronously. */
export function computeSha256(content: string | Uint8Array): string {
  const nativeHash = nodeModuleIfAny("node:crypto")?.hash?.("sha256", content, "hex");
  return nativeHash ?? sha256InScript(content);
}

/** Computes the hash without Node's crypto. */
export function sha256InScript(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
