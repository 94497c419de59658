import { markup, type Markup } from "@rostrum/core/export";

/** Page for a browser that calls the server by a name that it doesn't know. */
export function wrongHostPage(host: string): string {
  return renderPage(
    "unknown host name",
    markup`<h1>This server is not called ${host}</h1>
<p>rostrum answers only under names that it knows, so that other sites can't reach it through a browser.</p>
<p>If the name is right, start the server with <code>--allow-host ${host.replace(/:\d+$/, "")}</code>. If a proxy in
front of the server rewrites the <code>Host</code> header, let the proxy pass on the name that the browser used.</p>`,
  );
}

/** Page for an address without content, for example behind a proxy that adds a prefix. */
export function wrongPathPage(path: string): string {
  const prefix = path.replace(/\/+$/, "") || "/";
  return renderPage(
    "no page here",
    markup`<h1>rostrum has no page at ${path}</h1>
<p>The page is at the root of this server. If a proxy passes on <code>${prefix}</code> as part of every address,
start the server with <code>--base-path ${prefix}</code>, or let the proxy strip it.</p>`,
  );
}

/** A page that needs no other files, because a browser may be unable to load them. */
function renderPage(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>rostrum: ${title}</title>
${body}
</html>
`.source;
}
