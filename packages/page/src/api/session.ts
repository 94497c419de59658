import { clearTab, readFromTab, removeFromTab, storeInTab } from "./tab-storage.ts";

const TOKEN = "token";
const RENEWAL = "renewal";

/** Tokens from a sign-in. */
export interface GrantedTokens {
  token: string;
  refreshToken: string | null;
  /** Seconds until the token expires. Null if unknown. */
  expiresIn: number | null;
}

interface Renewal {
  refreshToken: string;
  /** Time to renew the token, in milliseconds since 1970. Null to wait until the server refuses it. */
  due: number | null;
}

/** A session in the form that tabs exchange. */
export interface Session {
  token: string;
  renewal: Renewal | null;
}

/** Tokens are renewed this long before they expire, or after half of their lifetime if that is later. */
const EARLY_MS = 60_000;

let notifyTabs: (session: Session) => void = () => undefined;

/** State of a session in a cookie, which no script can read. */
const cookie: { isKnown: boolean; due: number | null } = { isKnown: false, due: null };

/** True if the tab has a token or the server accepts the browser's cookie. */
export function isSignedIn(): boolean {
  return cookie.isKnown || getToken() !== null;
}

/** Called when the server accepts the browser's cookie. `due`: time to renew its token. */
export function noteCookie(due?: number | null): void {
  cookie.isKnown = true;
  if (due !== undefined) cookie.due = due;
}

/** Called when the cookie's token can't be renewed before it expires. */
export function noteNoRenewal(): void {
  cookie.due = null;
}

let signInCount = 0;

/** Counts sign-ins on this page, by token or by cookie. */
export function countSignIns(): number {
  return signInCount;
}

let pendingMove: Promise<unknown> = Promise.resolve();

/** Called while a session is being moved into a cookie. */
export function notePendingMove(work: Promise<unknown>): void {
  pendingMove = work;
}

/** Resolves when no session is being moved: a cookie that arrives after a sign-out would sign in again. */
export async function waitForMove(): Promise<void> {
  await pendingMove;
}

/** Drops the tab's token, because the cookie identifies the user from now on. */
export function moveToCookie(due: number | null): void {
  signInCount += 1;
  noteCookie(due);
  removeFromTab(TOKEN);
  removeFromTab(RENEWAL);
}

/** Token of this tab, which is lost when the tab is closed. */
export function getToken(): string | null {
  return readFromTab(TOKEN);
}

/** Session of this tab. Null if nobody is signed in. */
export function getSession(): Session | null {
  const token = getToken();
  return token === null ? null : { token, renewal: readRenewal() };
}

/** Stores a session for this tab, without telling other tabs. */
export function storeSession({ token, renewal }: Session): void {
  signInCount += 1;
  storeInTab(TOKEN, token);
  if (renewal === null) removeFromTab(RENEWAL);
  else storeInTab(RENEWAL, JSON.stringify(renewal));
}

export function storeToken(token: string): void {
  storeAndNotify({ token, renewal: null });
}

/** Stores the tokens of a sign-in. */
export function storeGrantedTokens(
  { token, refreshToken, expiresIn }: GrantedTokens,
  now: number,
): void {
  const due = planDue(expiresIn, now);
  storeAndNotify({ token, renewal: refreshToken === null ? null : { refreshToken, due } });
}

/** Returns when to renew a token, in milliseconds since 1970. Null if its lifetime is unknown. */
export function planDue(expiresIn: number | null, now: number): number | null {
  const life = expiresIn === null ? null : expiresIn * 1000;
  return life === null ? null : now + life - Math.min(EARLY_MS, life / 2);
}

/** Registers a listener for new sessions of this tab, so that other tabs get them too. */
export function onNewSession(listener: (session: Session) => void): void {
  notifyTabs = listener;
}

function storeAndNotify(session: Session): void {
  storeSession(session);
  notifyTabs(session);
}

/** Null if there is none, so that only a new sign-in helps. */
export function getRefreshToken(): string | null {
  return readRenewal()?.refreshToken ?? null;
}

/** True if the token should be renewed before the next request. */
export function isDue(now: number): boolean {
  const due = getToken() === null ? cookie.due : (readRenewal()?.due ?? null);
  return due !== null && now >= due;
}

/** Keeps the token, which may still be valid. */
export function dropRefreshToken(): void {
  removeFromTab(RENEWAL);
}

/** Removes the token and everything else that this tab stores about its user. */
export function forgetAll(): void {
  cookie.isKnown = false;
  clearTab();
}

function readRenewal(): Renewal | null {
  const stored = readFromTab(RENEWAL);
  return stored === null ? null : (JSON.parse(stored) as Renewal);
}
