// Loaded before everything else, so in syntax that every Node can parse.

/** Oldest Node that runs rostrum: docs/decisions/0013-the-oldest-node.md. */
const OLDEST_NODE = { major: 22, minor: 16 };

/** Message for a Node that is too old. Null in newer ones, and in Bun, Deno and browsers. */
export function describeOldNode(): string | null {
  const versions = typeof process === "undefined" ? undefined : process.versions;
  // Bun and Deno also name the Node whose modules they offer.
  if (!versions || !versions.node || versions.bun || versions["deno"]) return null;
  const [major = 0, minor = 0] = versions.node.split(".").map(Number);
  if (major > OLDEST_NODE.major) return null;
  if (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor) return null;
  return (
    `rostrum needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is ${versions.node}. ` +
    `To get one: nvm install ${OLDEST_NODE.major}, or https://nodejs.org.`
  );
}
