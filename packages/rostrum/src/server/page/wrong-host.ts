import { escaped, troublePage } from "./trouble-page.ts";

/** What a browser shows if the server is called by a name that it doesn't know. */
export function wrongHostPage(host: string): string {
  const name = escaped(host);
  return troublePage(
    "unknown host name",
    `<h1>This server is not called ${name}</h1>
<p>rostrum answers only under names that it knows, so that other sites can't reach it through a browser.</p>
<p>If the name is right, start the server with <code>--allow-host ${name.replace(/:\d+$/, "")}</code>. If a proxy in
front of the server rewrites the <code>Host</code> header, let the proxy pass on the name that the browser used.</p>`,
  );
}
