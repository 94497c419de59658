export const DEBATE_VIEWS = ["debate", "rounds", "memo", "calls"] as const;
export type DebateView = (typeof DEBATE_VIEWS)[number];

/** Address of a reply: a debater in a round. */
export interface ReplyAddress {
  round: number;
  debater: string;
  /** Passage of the reply, in UTF-16 units. */
  range?: readonly [number, number];
}

/** Passage of a context document, by the document's name. */
export interface PassageAddress {
  document: string;
  range: readonly [number, number];
}

/** What is open on the page of a debate. */
export interface DebateAddress {
  view: DebateView;
  /** Reply or change that the address names. */
  replyAddress: ReplyAddress | null;
  /** Passage of the context that the address names. */
  passage?: PassageAddress;
  /** Member whose replies are open. */
  openMember?: string;
}

/** A period: the last days, or the days between two dates. Any time without either. */
export interface Period {
  /** Number of days, including today. Null to use the two dates. */
  days: number | null;
  /** Dates in the form 2026-11-01, both included. */
  from: string;
  to: string;
}

/** Choices for the number of days. */
export const PERIODS = [1, 7, 14, 30, 90, 365] as const;

/** Filters of the list of runs. Part of the address, so that a link shows the same list. */
export interface RunFilters extends Period {
  search: string;
  status: string;
  /** Only degraded or escalated runs. */
  doubtful: boolean;
  /** Name of a configured panel. */
  panel: string;
  user: string;
}

/** Grouping and period of the usage screen. */
export interface UsageView extends Period {
  by: (typeof USAGE_BY)[number];
}

export const USAGE_BY = ["day", "user", "team", "project", "panel", "model"] as const;

export const ADMIN_TABS = ["models", "people", "spending", "audit", "server"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export type Route =
  | { screen: "ask"; panel?: string }
  | { screen: "panels"; panel?: string }
  | { screen: "usage"; view: UsageView }
  | { screen: "runs"; filters: RunFilters }
  /** `mine`: only debates that are assigned to this user. */
  | { screen: "review"; mine: boolean }
  | { screen: "admin"; tab: AdminTab }
  | { screen: "compare"; ids: [string, string] }
  | ({ screen: "debate"; id: string } & DebateAddress)
  | { screen: "lost" };

export const NO_FILTERS: RunFilters = {
  search: "",
  status: "",
  doubtful: false,
  panel: "",
  user: "",
  days: null,
  from: "",
  to: "",
};
export const LAST_MONTH: UsageView = { by: "day", days: 30, from: "", to: "" };

/** Prefix of every route. On a shared link's page it is the link, so that it survives a reload. */
let prefix = "";

/** Adds these parts to the beginning of every address. */
export function setRoutePrefix(...parts: string[]): void {
  prefix = parts.map((part) => `${encodeURIComponent(part)}/`).join("");
}

/** Token of a shared link. Null for other addresses. */
export function readShareToken(hash: string): string | null {
  return /^#\/shared\/([\w-]+)/.exec(hash)?.[1] ?? null;
}

/** Parses the part of the address after the `#`. */
export function parseRoute(hash: string): Route {
  const fragment = hash.replace(/^#?\/?/, "");
  const routeText = fragment.startsWith(prefix) ? fragment.slice(prefix.length) : fragment;
  const [path = "", query = ""] = routeText.split("?", 2);
  const [screen, ...rest] = path.split("/").map(decode);
  switch (screen) {
    case "":
    case undefined:
      return { screen: "ask", ...readPanel(query) };
    case "panels":
      return { screen: "panels", ...readPanel(query) };
    case "usage":
      return { screen: "usage", view: readUsage(new URLSearchParams(query)) };
    case "runs":
      return { screen: "runs", filters: readFilters(new URLSearchParams(query)) };
    case "review":
      return { screen: "review", mine: new URLSearchParams(query).get("mine") === "1" };
    case "admin":
      return { screen: "admin", tab: ADMIN_TABS.find((tab) => tab === rest[0]) ?? "models" };
    case "compare":
      return rest[0] && rest[1]
        ? { screen: "compare", ids: [rest[0], rest[1]] }
        : { screen: "lost" };
    case "d":
      return debateRoute(rest);
    default:
      return { screen: "lost" };
  }
}

/** Formats a route as the address of a link. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case "lost":
      return "#/";
    case "ask":
      return `#/${formatPanel(route.panel)}`;
    case "panels":
      return `#/panels${formatPanel(route.panel)}`;
    case "usage": {
      const { by, ...period } = route.view;
      const query = new URLSearchParams(by === LAST_MONTH.by ? {} : { by });
      if (period.days !== LAST_MONTH.days) writePeriod(query, period);
      return query.size === 0 ? "#/usage" : `#/usage?${query}`;
    }
    case "review":
      return route.mine ? "#/review?mine=1" : "#/review";
    case "admin":
      return route.tab === "models" ? "#/admin" : `#/admin/${route.tab}`;
    case "compare":
      return `#/compare/${route.ids.map(encodeURIComponent).join("/")}`;
    case "runs": {
      const { doubtful, days, from, to, ...texts } = route.filters;
      const query = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ""));
      writePeriod(query, { days, from, to });
      if (doubtful) query.set("doubtful", "1");
      return query.size === 0 ? "#/runs" : `#/runs?${query}`;
    }
    case "debate":
      return route.openMember === undefined
        ? debateHref(route.id, route.view, route.replyAddress, route.passage)
        : memberHref(route.id, route.openMember);
  }
}

export function debateHref(
  id: string,
  view: DebateView = "debate",
  replyAddress: ReplyAddress | null = null,
  passage?: PassageAddress,
): string {
  const parts = [
    "d",
    encodeURIComponent(id.toWellFormed()),
    ...(view === "debate" ? [] : [view]),
    ...(replyAddress === null
      ? []
      : [`r${replyAddress.round}`, encodeURIComponent(replyAddress.debater.toWellFormed())]),
    ...(replyAddress?.range === undefined ? [] : [replyAddress.range.join("-")]),
    ...(passage === undefined
      ? []
      : ["text", encodeURIComponent(passage.document.toWellFormed()), passage.range.join("-")]),
  ];
  return `#/${prefix}${parts.join("/")}`;
}

/** Address of all replies of a member. */
export function memberHref(id: string, debater: string): string {
  return `#/${prefix}d/${encodeURIComponent(id.toWellFormed())}/of/${encodeURIComponent(debater.toWellFormed())}`;
}

function debateRoute([id, ...rest]: string[]): Route {
  if (!id) return { screen: "lost" };
  if (rest[0] === "of" && rest[1]) {
    return { screen: "debate", id, view: "debate", replyAddress: null, openMember: rest[1] };
  }
  const [word = ""] = rest;
  const named = DEBATE_VIEWS.find((view) => view === word);
  const [kind = "", name, passagePart] = named === undefined ? rest : rest.slice(1);
  const range = parsePassage(passagePart);
  const number = /^r(\d+)$/.exec(kind)?.[1];
  const replyAddress =
    number === undefined || !name
      ? null
      : { round: Number(number), debater: name, ...(range === null ? {} : { range }) };
  const route: Route = { screen: "debate", id, view: named ?? "debate", replyAddress };
  return kind === "text" && name !== undefined && range !== null
    ? { ...route, passage: { document: name, range } }
    : route;
}

/** Parses "12-40", the passage from the 13th to the 40th character. */
function parsePassage(part: string | undefined): [number, number] | null {
  const numbers = /^(\d{1,9})-(\d{1,9})$/.exec(part ?? "");
  return numbers ? [Number(numbers[1]), Number(numbers[2])] : null;
}

function readFilters(query: URLSearchParams): RunFilters {
  const text = (name: string): string => query.get(name) ?? "";
  return {
    search: text("search"),
    status: text("status"),
    doubtful: query.get("doubtful") === "1",
    panel: text("panel"),
    user: text("user"),
    ...readPeriod(query),
  };
}

/** An address contains the last days or two dates, never both. */
function readPeriod(query: URLSearchParams): Period {
  const days = PERIODS.find((each) => each === Number(query.get("days"))) ?? null;
  const day = (name: string): string => /^\d{4}-\d\d-\d\d$/.exec(query.get(name) ?? "")?.[0] ?? "";
  return days === null ? { days, from: day("from"), to: day("to") } : { days, from: "", to: "" };
}

function writePeriod(query: URLSearchParams, { days, from, to }: Period): void {
  if (days !== null) query.set("days", String(days));
  if (from !== "") query.set("from", from);
  if (to !== "") query.set("to", to);
}

function readUsage(query: URLSearchParams): UsageView {
  const { by: usual, ...lastMonth } = LAST_MONTH;
  const period = readPeriod(query);
  const isAny = period.days === null && period.from === "" && period.to === "";
  return {
    by: USAGE_BY.find((by) => by === query.get("by")) ?? usual,
    ...(isAny ? lastMonth : period),
  };
}

function readPanel(query: string): { panel?: string } {
  const panel = new URLSearchParams(query).get("panel");
  return panel ? { panel } : {};
}

function formatPanel(panel: string | undefined): string {
  return panel === undefined ? "" : `?${new URLSearchParams({ panel })}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
