import { fetchJson } from "./request.ts";
import { keepGranted, type Granted } from "./session.ts";

/** How people sign in at this server. */
export interface Offer {
  address: string;
  parameters: Record<string, string>;
}

/** What a tab remembers while its user is at the identity provider. */
interface Journey {
  state: string;
  verifier: string;
  /** The screen to come back to. */
  hash: string;
}

/** What the provider said, passed on by the window in which it was asked. */
interface Passed {
  state: string;
  code: string | null;
}

const KEY = "rostrum.sign-in";
/** Ends the state of a sign-in that happens in a window of its own. */
const IN_WINDOW = ".window";
/** A code is worth nothing without the verifier, which only the tab that began has. */
const CHANNEL = "rostrum.sign-in";

/** `null`: there is no sign-in here, only tokens. */
export async function getOffer(): Promise<Offer | null> {
  const { signIn } = await fetchJson<{ signIn: Offer | null }>("auth", { open: true });
  return signIn;
}

/** Leaves the page for the identity provider, with a proof that only this tab can complete. */
export async function leaveFor(offer: Offer): Promise<void> {
  const journey = begin("");
  sessionStorage.setItem(KEY, JSON.stringify(journey));
  location.assign(await buildAddress(offer, journey));
}

/**
 * Signs in again in a window of its own, so that nothing on this page is lost. Where no window may
 * be opened, the page is left. `ended` is called when the provider has answered; a window that is
 * closed without an answer says nothing, and another can be opened.
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

/** Whether the provider answers here for another tab, which waits for it. */
export function isPassing(): boolean {
  return new URLSearchParams(location.search).get("state")?.endsWith(IN_WINDOW) ?? false;
}

/** Gives the provider's answer to the tab that began, and closes this window. */
export function passOn(): void {
  const given = new URLSearchParams(location.search);
  history.replaceState(null, "", getOwnAddress());
  const passed: Passed = { state: given.get("state") ?? "", code: given.get("code") };
  new BroadcastChannel(CHANNEL).postMessage(passed);
  close();
}

/** Completes a sign-in that the provider sent back here. */
export async function comeBack(): Promise<void> {
  const given = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const journey = stored === null ? null : (JSON.parse(stored) as Journey);
  // The code must be neither in the address nor in the history.
  history.replaceState(null, "", `${getOwnAddress()}${journey?.hash ?? ""}`);
  if (!journey || given.get("state") !== journey.state) {
    throw new Error("The sign-in was not begun in this tab. Sign in again.");
  }
  await complete(given.get("code"), journey);
}

function begin(kind: string): Journey {
  // Browsers give pages on plain http no cryptography, except on this machine.
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

/** The page without its query and hash: the provider must know it. */
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
