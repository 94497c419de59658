const TOKEN = "rostrum.token";
const RENEWAL = "rostrum.renewal";

/** Everything that this page keeps in the tab has this beginning. */
const OWN = "rostrum.";

/** What a sign-in brings. */
export interface Granted {
  token: string;
  refreshToken: string | null;
  /** Seconds until the token expires; `null`: not known. */
  expiresIn: number | null;
}

interface Renewal {
  refreshToken: string;
  /** When the token is to be replaced; `null`: when the server refuses it. */
  due: number | null;
}

/** Who is signed in, as tabs tell one another. */
export interface Session {
  token: string;
  renewal: Renewal | null;
}

/** A token is replaced this long before it expires, or after half of its time if it is short. */
const EARLY_MS = 60_000;

let told: (session: Session) => void = () => undefined;

/** What this tab knows about a session in a cookie, which no script can read. */
const cookie: { isKnown: boolean; due: number | null } = { isKnown: false, due: null };

/** Somebody is signed in: the tab has a token, or the server knows the browser's cookie. */
export function isSignedIn(): boolean {
  return cookie.isKnown || getToken() !== null;
}

/** The server knows the browser's cookie. `due`: when its token is to be replaced; absent: not known. */
export function noteCookie(due?: number | null): void {
  cookie.isKnown = true;
  if (due !== undefined) cookie.due = due;
}

/** The cookie's token can't be replaced before it expires. */
export function noteNoRenewal(): void {
  cookie.due = null;
}

let changes = 0;

/** How often somebody has signed in here, by a token or by a cookie. */
export function countSignIns(): number {
  return changes;
}

let starting: Promise<unknown> = Promise.resolve();

/** A session is being moved into a cookie. */
export function noteStarting(work: Promise<unknown>): void {
  starting = work;
}

/** Resolves when no session is being moved: a cookie that came after a sign-out would sign in again. */
export async function untilStarted(): Promise<void> {
  await starting;
}

/** From now on, the cookie says who asks, so that the tab needs no token. */
export function moveToCookie(due: number | null): void {
  changes += 1;
  noteCookie(due);
  sessionStorage.removeItem(TOKEN);
  sessionStorage.removeItem(RENEWAL);
}

/** The token of this tab; it is gone when the tab is closed. */
export function getToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

/** The session of this tab; `null`: nobody is signed in. */
export function getSession(): Session | null {
  const token = getToken();
  return token === null ? null : { token, renewal: planRenewal() };
}

/** Keeps a session for this tab, without telling others. */
export function keepSession({ token, renewal }: Session): void {
  changes += 1;
  sessionStorage.setItem(TOKEN, token);
  if (renewal === null) sessionStorage.removeItem(RENEWAL);
  else sessionStorage.setItem(RENEWAL, JSON.stringify(renewal));
}

/** Keeps a token. */
export function keepToken(token: string): void {
  keepAndTell({ token, renewal: null });
}

/** Keeps what a sign-in brought. */
export function keepGranted({ token, refreshToken, expiresIn }: Granted, now: number): void {
  const due = planDue(expiresIn, now);
  keepAndTell({ token, renewal: refreshToken === null ? null : { refreshToken, due } });
}

/** When a token is to be replaced that expires in so many seconds. */
export function planDue(expiresIn: number | null, now: number): number | null {
  const life = expiresIn === null ? null : expiresIn * 1000;
  return life === null ? null : now + life - Math.min(EARLY_MS, life / 2);
}

/** Calls back when this tab has a new session, so that others get it too. */
export function onKept(tell: (session: Session) => void): void {
  told = tell;
}

function keepAndTell(session: Session): void {
  keepSession(session);
  told(session);
}

/** The refresh token; `null`: there is none, so only a new sign-in helps. */
export function getRefreshToken(): string | null {
  return planRenewal()?.refreshToken ?? null;
}

/** Whether the token should be replaced before the next request. */
export function isDue(now: number): boolean {
  const due = getToken() === null ? cookie.due : (planRenewal()?.due ?? null);
  return due !== null && now >= due;
}

/** Keeps the token, which may still be valid, but no longer the refresh token. */
export function dropRefreshToken(): void {
  sessionStorage.removeItem(RENEWAL);
}

/** Forgets the token and everything else that this tab keeps about its user. */
export function forgetAll(): void {
  cookie.isKnown = false;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(OWN)) sessionStorage.removeItem(key);
  }
}

function planRenewal(): Renewal | null {
  const stored = sessionStorage.getItem(RENEWAL);
  return stored === null ? null : (JSON.parse(stored) as Renewal);
}
