export const DEBATE_VIEWS = ["debate", "memo", "changes", "convergence", "decisions"] as const;
export type DebateView = (typeof DEBATE_VIEWS)[number];

/** One reply: what a debater said in a round. */
export interface CellAddress {
  round: number;
  debater: string;
  /** A passage of the reply, in UTF-16 units. */
  at?: readonly [number, number];
}

/** A passage of the context: in the document of that name, or in the one without a name. */
export interface PassageAddress {
  document: string;
  at: readonly [number, number];
}

/** Which runs are shown. It is part of the address, so that a link shows the same list. */
export interface RunFilters {
  search: string;
  status: string;
  /** Only those that are degraded or escalated. */
  doubtful: boolean;
  /** A configured panel's name. */
  panel: string;
  user: string;
  /** Days in the form 2026-11-01, both included. */
  from: string;
  to: string;
}

/** How usage is grouped, and over how many days. */
export interface UsageView {
  by: (typeof USAGE_BY)[number];
  days: number;
}

export const USAGE_BY = ["day", "user", "team", "panel", "model"] as const;

export type Route =
  | { screen: "ask"; panel?: string }
  | { screen: "panels"; panel?: string }
  | { screen: "usage"; view: UsageView }
  | { screen: "runs"; filters: RunFilters }
  | { screen: "review" }
  | { screen: "compare"; ids: [string, string] }
  | {
      screen: "debate";
      id: string;
      view: DebateView;
      cell: CellAddress | null;
      passage?: PassageAddress;
      /** The debater whose column is shown alone. */
      column?: string;
    }
  | { screen: "lost" };

export const NO_FILTERS: RunFilters = {
  search: "",
  status: "",
  doubtful: false,
  panel: "",
  user: "",
  from: "",
  to: "",
};
export const USAGE_DAYS = [7, 30, 90, 365] as const;
export const LAST_MONTH: UsageView = { by: "day", days: 30 };

/** Reads the part of the address after the `#`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
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
      return { screen: "review" };
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

/** The address of a route, to be put into a link. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case "lost":
      return "#/";
    case "ask":
      return `#/${formatPanel(route.panel)}`;
    case "panels":
      return `#/panels${formatPanel(route.panel)}`;
    case "usage": {
      const { by, days } = route.view;
      return by === LAST_MONTH.by && days === LAST_MONTH.days
        ? "#/usage"
        : `#/usage?${new URLSearchParams({ by, days: String(days) })}`;
    }
    case "review":
      return "#/review";
    case "compare":
      return `#/compare/${route.ids.map(encodeURIComponent).join("/")}`;
    case "runs": {
      const { doubtful, ...texts } = route.filters;
      const query = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ""));
      if (doubtful) query.set("doubtful", "1");
      return query.size === 0 ? "#/runs" : `#/runs?${query}`;
    }
    case "debate":
      return route.column === undefined
        ? debateHref(route.id, route.view, route.cell, route.passage)
        : columnHref(route.id, route.column);
  }
}

export function debateHref(
  id: string,
  view: DebateView = "debate",
  cell: CellAddress | null = null,
  passage?: PassageAddress,
): string {
  const parts = [
    "d",
    encodeURIComponent(id.toWellFormed()),
    ...(view === "debate" ? [] : [view]),
    ...(cell === null ? [] : [`r${cell.round}`, encodeURIComponent(cell.debater.toWellFormed())]),
    ...(cell?.at === undefined ? [] : [cell.at.join("-")]),
    ...(passage === undefined
      ? []
      : ["text", encodeURIComponent(passage.document.toWellFormed()), passage.at.join("-")]),
  ];
  return `#/${parts.join("/")}`;
}

/** One debater's column alone. */
export function columnHref(id: string, debater: string): string {
  return `#/d/${encodeURIComponent(id.toWellFormed())}/of/${encodeURIComponent(debater.toWellFormed())}`;
}

function debateRoute([id, ...rest]: string[]): Route {
  if (!id) return { screen: "lost" };
  if (rest[0] === "of" && rest[1]) {
    return { screen: "debate", id, view: "debate", cell: null, column: rest[1] };
  }
  const named = DEBATE_VIEWS.find((view) => view === rest[0]);
  const [kind = "", name, place] = named === undefined ? rest : rest.slice(1);
  const at = findScreen(place);
  const number = /^r(\d+)$/.exec(kind)?.[1];
  const cell =
    number === undefined || !name
      ? null
      : { round: Number(number), debater: name, ...(at === null ? {} : { at }) };
  const route: Route = { screen: "debate", id, view: named ?? "debate", cell };
  return kind === "text" && name !== undefined && at !== null
    ? { ...route, passage: { document: name, at } }
    : route;
}

/** "12-40" is the passage from the 13th to the 40th character. */
function findScreen(part: string | undefined): [number, number] | null {
  const numbers = /^(\d{1,9})-(\d{1,9})$/.exec(part ?? "");
  return numbers ? [Number(numbers[1]), Number(numbers[2])] : null;
}

function readFilters(query: URLSearchParams): RunFilters {
  const text = (name: string): string => query.get(name) ?? "";
  const day = (name: string): string => (/^\d{4}-\d\d-\d\d$/.test(text(name)) ? text(name) : "");
  return {
    search: text("search"),
    status: text("status"),
    doubtful: query.get("doubtful") === "1",
    panel: text("panel"),
    user: text("user"),
    from: day("from"),
    to: day("to"),
  };
}

function readUsage(query: URLSearchParams): UsageView {
  const days = Number(query.get("days"));
  return {
    by: USAGE_BY.find((by) => by === query.get("by")) ?? LAST_MONTH.by,
    days: USAGE_DAYS.find((each) => each === days) ?? LAST_MONTH.days,
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
