import { fetchJson } from "./request.ts";
import { keepGranted, type Granted } from "./session.ts";

/** Identity provider of this server. */
export interface Offer {
  address: string;
  parameters: Record<string, string>;
}

/** State that a tab stores while its user is at the identity provider. */
interface Journey {
  state: string;
  verifier: string;
  /** Screen to return to. */
  hash: string;
}

/** The provider's answer, passed on by the sign-in window. */
interface Passed {
  state: string;
  code: string | null;
}

const KEY = "rostrum.sign-in";
/** Suffix of the OAuth state of a sign-in in a separate window. */
const IN_WINDOW = ".window";
/** Safe to broadcast: a code is useless without the verifier, which only the tab that started has. */
const CHANNEL = "rostrum.sign-in";

/** Null if this server has only tokens. */
export async function getOffer(): Promise<Offer | null> {
  const { signIn } = await fetchJson<{ signIn: Offer | null }>("auth", { open: true });
  return signIn;
}

/** Navigates to the identity provider, with a PKCE challenge that only this tab can complete. */
export async function leaveFor(offer: Offer): Promise<void> {
  const journey = begin("");
  sessionStorage.setItem(KEY, JSON.stringify(journey));
  location.assign(await buildAddress(offer, journey));
}

/**
 * Signs in again in a separate window, so that nothing on this page is lost. Navigates there if the window is
 * blocked. `ended` is called when the provider has answered, and never if the window is closed before.
 */
export async function signInBeside(
  offer: Offer,
  ended: (error: Error | null) => void,
): Promise<void> {
  const opened = open("about:blank", "_blank", "popup,width=520,height=680");
  if (opened === null) return leaveFor(offer);
  const journey = begin(IN_WINDOW);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Passed>) => {
    if (data.state !== journey.state) return;
    channel.close();
    complete(data.code, journey).then(() => ended(null), ended);
  });
  opened.location.href = await buildAddress(offer, journey);
}

/** True if this window only signs in for another tab. */
export function isPassing(): boolean {
  return new URLSearchParams(location.search).get("state")?.endsWith(IN_WINDOW) ?? false;
}

/** Sends the provider's answer to the tab that started the sign-in, and closes this window. */
export function passOn(): void {
  const given = new URLSearchParams(location.search);
  history.replaceState(null, "", getOwnAddress());
  const passed: Passed = { state: given.get("state") ?? "", code: given.get("code") };
  new BroadcastChannel(CHANNEL).postMessage(passed);
  close();
}

/** Completes a sign-in after the provider has redirected back to this page. */
export async function comeBack(): Promise<void> {
  const given = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const journey = stored === null ? null : (JSON.parse(stored) as Journey);
  // Removes the code from the address and the history.
  history.replaceState(null, "", `${getOwnAddress()}${journey?.hash ?? ""}`);
  if (!journey || given.get("state") !== journey.state) {
    throw new Error("The sign-in was not begun in this tab. Sign in again.");
  }
  await complete(given.get("code"), journey);
}

function begin(kind: string): Journey {
  // Browsers offer no cryptography on plain http, except on localhost.
  if (!isSecureContext) throw new Error("Signing in needs https.");
  return { state: createRandom() + kind, verifier: createRandom(), hash: location.hash };
}

async function buildAddress({ address, parameters }: Offer, journey: Journey): Promise<string> {
  const proof = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(journey.verifier));
  const url = new URL(address);
  const more = {
    ...parameters,
    redirect_uri: getOwnAddress(),
    state: journey.state,
    code_challenge: base64url(new Uint8Array(proof)),
  };
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

async function complete(code: string | null, { verifier }: Journey): Promise<void> {
  if (code === null) throw new Error("The identity provider did not sign you in.");
  const granted = await fetchJson<Granted>("auth/token", {
    method: "POST",
    body: { code, verifier, redirectUri: getOwnAddress() },
    open: true,
  });
  keepGranted(granted, Date.now());
}

/** The page without query and hash, as registered with the provider. */
function getOwnAddress(): string {
  return new URL(".", document.baseURI).href;
}

function createRandom(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
