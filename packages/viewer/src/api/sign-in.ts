import { fetchJson } from "./request.ts";
import { keepToken } from "./token.ts";

/** How people sign in at this server. */
export interface Offer {
  address: string;
  parameters: Record<string, string>;
}

/** What this tab remembers while its user is at the identity provider. */
interface Journey {
  state: string;
  verifier: string;
  /** The screen to come back to. */
  hash: string;
}

const KEY = "rostrum.sign-in";

/** `null`: there is no sign-in here, only tokens. */
export async function offered(): Promise<Offer | null> {
  const { signIn } = await fetchJson<{ signIn: Offer | null }>("auth", { open: true });
  return signIn;
}

/** Leaves the page for the identity provider, with a proof that only this tab can complete. */
export async function leaveFor({ address, parameters }: Offer): Promise<void> {
  // Browsers give pages on plain http no cryptography, except on this machine.
  if (!isSecureContext) throw new Error("Signing in needs https.");
  const journey: Journey = { state: random(), verifier: random(), hash: location.hash };
  sessionStorage.setItem(KEY, JSON.stringify(journey));
  const proof = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(journey.verifier));
  const url = new URL(address);
  const more = {
    ...parameters,
    redirect_uri: ownAddress(),
    state: journey.state,
    code_challenge: base64url(new Uint8Array(proof)),
  };
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  location.assign(url);
}

/** Completes a sign-in that the provider sent back here. Returns what went wrong, in a sentence. */
export async function comeBack(): Promise<string | null> {
  const given = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const journey = stored === null ? null : (JSON.parse(stored) as Journey);
  // The code must be neither in the address nor in the history.
  history.replaceState(null, "", `${ownAddress()}${journey?.hash ?? ""}`);
  if (!journey || given.get("state") !== journey.state) {
    return "The sign-in was not begun in this tab. Sign in again.";
  }
  const code = given.get("code");
  if (code === null) return "The identity provider did not sign you in.";
  const { token } = await fetchJson<{ token: string }>("auth/token", {
    method: "POST",
    body: { code, verifier: journey.verifier, redirectUri: ownAddress() },
    open: true,
  });
  keepToken(token);
  return null;
}

/** The page without its query and hash: the provider must know it. */
function ownAddress(): string {
  return new URL(".", document.baseURI).href;
}

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
