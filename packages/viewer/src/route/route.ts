export const DEBATE_VIEWS = ["debate", "changes", "convergence", "decisions"] as const;
export type DebateView = (typeof DEBATE_VIEWS)[number];

/** One reply: what a debater said in a round. */
export interface CellAddress {
  round: number;
  debater: string;
}

/** Which runs are shown. It is part of the address, so that a link shows the same list. */
export interface RunFilters {
  search: string;
  status: string;
  /** Only those that are degraded or escalated. */
  doubtful: boolean;
}

export type Route =
  | { screen: "ask" }
  | { screen: "runs"; filters: RunFilters }
  | { screen: "review" }
  | { screen: "compare"; ids: [string, string] }
  | { screen: "debate"; id: string; view: DebateView; cell: CellAddress | null }
  | { screen: "lost" };

export const NO_FILTERS: RunFilters = { search: "", status: "", doubtful: false };

/** Reads the part of the address after the `#`. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [screen, ...rest] = path.split("/").map(decoded);
  switch (screen) {
    case "":
    case undefined:
      return { screen: "ask" };
    case "runs":
      return { screen: "runs", filters: filtersFrom(new URLSearchParams(query)) };
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
export function hrefOf(route: Route): string {
  switch (route.screen) {
    case "ask":
    case "lost":
      return "#/";
    case "review":
      return "#/review";
    case "compare":
      return `#/compare/${route.ids.map(encodeURIComponent).join("/")}`;
    case "runs": {
      const { search, status, doubtful } = route.filters;
      const query = new URLSearchParams();
      if (search !== "") query.set("search", search);
      if (status !== "") query.set("status", status);
      if (doubtful) query.set("doubtful", "1");
      return query.size === 0 ? "#/runs" : `#/runs?${query}`;
    }
    case "debate":
      return debateHref(route.id, route.view, route.cell);
  }
}

export function debateHref(
  id: string,
  view: DebateView = "debate",
  cell: CellAddress | null = null,
): string {
  const parts = [
    "d",
    encodeURIComponent(id),
    ...(view === "debate" ? [] : [view]),
    ...(cell === null ? [] : [`r${cell.round}`, encodeURIComponent(cell.debater.toWellFormed())]),
  ];
  return `#/${parts.join("/")}`;
}

function debateRoute([id, ...rest]: string[]): Route {
  if (!id) return { screen: "lost" };
  const named = DEBATE_VIEWS.find((view) => view === rest[0]);
  const [round, debater] = named === undefined ? rest : rest.slice(1);
  const number = /^r(\d+)$/.exec(round ?? "")?.[1];
  const cell = number === undefined || !debater ? null : { round: Number(number), debater };
  return { screen: "debate", id, view: named ?? "debate", cell };
}

function filtersFrom(query: URLSearchParams): RunFilters {
  return {
    search: query.get("search") ?? "",
    status: query.get("status") ?? "",
    doubtful: query.get("doubtful") === "1",
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
