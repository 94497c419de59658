import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { memoryJournal, type ContextItem } from "../../../packages/rostrum/src/index.ts";
import { serve, type ServeOptions, type Serving } from "../../../packages/server/src/index.ts";

interface SiteRequest {
  question: string;
  panel: string;
  rounds?: number;
  context?: ContextItem[];
}

export interface Site {
  url: string;
  /** Starts a debate behind the page's back, and gives its id. */
  start(request: SiteRequest): Promise<string>;
  /** The same, and waits until it is over or waits for a person. */
  hold(request: SiteRequest): Promise<string>;
  /** Ends the server and starts another at the same place, which takes up what was left. */
  restart(whileAway?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions extends Pick<
  ServeOptions,
  | "panels"
  | "auth"
  | "policy"
  | "basePath"
  | "proxies"
  | "limits"
  | "journal"
  | "load"
  | "savedPanels"
> {
  /** The token with which debates are started. */
  token?: string;
}

/** The page on a server of its own. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { token, journal = memoryJournal(), ...rest } = options;
  const listen = (port: number): Promise<Serving> =>
    serve({
      ...rest,
      port,
      journal,
      page: pathToFileURL(`${inject("page")}/`),
      limits: { requestsPerMinute: 100_000, ...rest.limits },
    });
  let serving = await listen(0);
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };

  async function start(request: object): Promise<string> {
    const response = await fetch(`${serving.url}/debates`, {
      method: "POST",
      headers,
      body: JSON.stringify(request),
    });
    if (!response.ok) throw new Error(`not started: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  }

  return {
    url: serving.url,
    start,
    async hold(request) {
      const id = await start(request);
      for (;;) {
        const response = await fetch(`${serving.url}/debates/${id}`, { headers });
        const { status } = (await response.json()) as { status: string };
        if (status !== "running") return id;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async restart(whileAway) {
      await serving.close();
      await whileAway?.();
      serving = await listen(serving.port);
    },
    close: () => serving.close(),
  };
}
