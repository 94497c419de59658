import { fetchJson } from "./request.ts";
import { storeGrantedTokens, type GrantedTokens } from "./session.ts";
import { readFromTab, removeFromTab, storeInTab } from "./tab-storage.ts";

/** Identity provider of this server. */
export interface Offer {
  address: string;
  parameters: Record<string, string>;
}

/** State that a tab stores while its user is at the identity provider. */
interface PendingSignIn {
  state: string;
  verifier: string;
  /** Screen to return to. */
  hash: string;
}

/** The provider's answer, passed on by the sign-in window. */
interface ProviderAnswer {
  state: string;
  code: string | null;
}

const KEY = "sign-in";
/** Suffix of the OAuth state of a sign-in in a separate window. */
const WINDOW_SUFFIX = ".window";
/** Safe to broadcast: a code is useless without the verifier, which only the tab that started has. */
const CHANNEL = "rostrum.sign-in";

/** Null if this server has only tokens. */
export async function getOffer(): Promise<Offer | null> {
  const { signIn } = await fetchJson<{ signIn: Offer | null }>("auth", { open: true });
  return signIn;
}

/** Navigates to the identity provider, with a PKCE challenge that only this tab can complete. */
export async function redirectToProvider(offer: Offer): Promise<void> {
  const pending = startSignIn("");
  if (!storeInTab(KEY, JSON.stringify(pending)))
    throw new Error("Signing in needs the storage of this site, which your browser blocks.");
  location.assign(await buildAddress(offer, pending));
}

/**
 * Signs in again in a separate window, so that nothing on this page is lost. Navigates there if the window is
 * blocked. `onEnd` is called when the provider has answered; never if the user closes the window first.
 */
export async function signInInWindow(
  offer: Offer,
  onEnd: (error: Error | null) => void,
): Promise<void> {
  const opened = open("about:blank", "_blank", "popup,width=520,height=680");
  if (opened === null) return redirectToProvider(offer);
  const pending = startSignIn(WINDOW_SUFFIX);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<ProviderAnswer>) => {
    if (data.state !== pending.state) return;
    channel.close();
    complete(data.code, pending).then(() => onEnd(null), onEnd);
  });
  opened.location.href = await buildAddress(offer, pending);
}

/** True if this window only signs in for another tab. */
export function isSignInWindow(): boolean {
  return new URLSearchParams(location.search).get("state")?.endsWith(WINDOW_SUFFIX) ?? false;
}

/** Sends the provider's answer to the tab that started the sign-in, and closes this window. */
export function passAnswerOn(): void {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, "", getOwnAddress());
  const answer: ProviderAnswer = { state: query.get("state") ?? "", code: query.get("code") };
  new BroadcastChannel(CHANNEL).postMessage(answer);
  close();
}

/** Completes a sign-in after the provider has redirected back to this page. */
export async function completeRedirect(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const stored = readFromTab(KEY);
  removeFromTab(KEY);
  const pending = stored === null ? null : (JSON.parse(stored) as PendingSignIn);
  // Removes the code from the address and the history.
  history.replaceState(null, "", `${getOwnAddress()}${pending?.hash ?? ""}`);
  if (!pending || query.get("state") !== pending.state) {
    throw new Error("This sign-in wasn’t started in this tab. Sign in again.");
  }
  await complete(query.get("code"), pending);
}

function startSignIn(kind: string): PendingSignIn {
  // Browsers offer no cryptography on plain http, except on localhost.
  if (!isSecureContext) throw new Error("Signing in needs https.");
  return { state: createRandom() + kind, verifier: createRandom(), hash: location.hash };
}

async function buildAddress(
  { address, parameters }: Offer,
  journey: PendingSignIn,
): Promise<string> {
  const proof = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(journey.verifier));
  const url = new URL(address);
  const search = {
    ...parameters,
    redirect_uri: getOwnAddress(),
    state: journey.state,
    code_challenge: base64url(new Uint8Array(proof)),
  };
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value);
  return url.href;
}

async function complete(code: string | null, { verifier }: PendingSignIn): Promise<void> {
  if (code === null) throw new Error("The identity provider did not sign you in.");
  const granted = await fetchJson<GrantedTokens>("auth/token", {
    method: "POST",
    body: { code, verifier, redirectUri: getOwnAddress() },
    open: true,
  });
  storeGrantedTokens(granted, Date.now());
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
