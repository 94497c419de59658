/** Hosts of providers that accept requests from browsers. The page can reach no others. */
export const HOSTS = {
  openai: "https://api.openai.com",
  anthropic: "https://api.anthropic.com",
  google: "https://generativelanguage.googleapis.com",
  openrouter: "https://openrouter.ai",
} as const;

/** Servers on the user's own machine, such as Ollama. */
const LOOPBACK = ["http://localhost:*", "http://127.0.0.1:*"] as const;

/** Content security policy of the page. Nothing in a record can run or load anything. */
export function buildPolicy(): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    `connect-src 'self' ${[...Object.values(HOSTS), ...LOOPBACK].join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
