import type { BrowserContext, Page } from "playwright-core";

/** A page that notes whatever must not happen on it. */
export interface WatchfulPage {
  page: Page;
  /** Dialogs, errors, what the policy stopped, and requests to anybody but us. */
  trouble: string[];
}

const NOTE_VIOLATIONS = `
  addEventListener("securitypolicyviolation", (event) =>
    console.error("policy: " + event.violatedDirective + " " + event.blockedURI));
`;

export async function watchfulPage(context: BrowserContext, home: string): Promise<WatchfulPage> {
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser itself notes answers such as 401; those are no trouble of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      trouble.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(?:data|blob):/.test(url)) trouble.push(`request: ${url}`);
  });
  await page.addInitScript(NOTE_VIOLATIONS);
  return { page, trouble };
}
