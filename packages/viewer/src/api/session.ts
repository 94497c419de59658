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
  const life = expiresIn === null ? null : expiresIn * 1000;
  const due = life === null ? null : now + life - Math.min(EARLY_MS, life / 2);
  keepAndTell({ token, renewal: refreshToken === null ? null : { refreshToken, due } });
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
  const due = planRenewal()?.due ?? null;
  return due !== null && now >= due;
}

/** Keeps the token, which may still be valid, but no longer the refresh token. */
export function dropRefreshToken(): void {
  sessionStorage.removeItem(RENEWAL);
}

/** Forgets the token and everything else that this tab keeps about its user. */
export function forgetAll(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(OWN)) sessionStorage.removeItem(key);
  }
}

function planRenewal(): Renewal | null {
  const stored = sessionStorage.getItem(RENEWAL);
  return stored === null ? null : (JSON.parse(stored) as Renewal);
}
