import { openSite } from "./support/site.ts";
import { findChromium, openBrowser } from "./support/browser.ts";
import { planets, trio, divided, QUESTION } from "./support/panels.ts";
const site = await openSite({ panels: { planets: planets(), trio: trio(), divided: divided(), slow: planets({ ms: 60, letters: 6 }) } });
const b = await openBrowser(findChromium()!);
const page = await b.context.newPage();
page.on("console", (m) => console.log("console", m.type(), m.text()));
page.on("pageerror", (e) => console.log("pageerror", e));
const id = await site.hold({ question: QUESTION, panel: "planets" });
const id2 = await site.hold({ question: QUESTION, panel: "trio" });
const esc = await site.hold({ question: "Shall we keep the hosting contract, leave it now, or renegotiate?", panel: "divided" });
const only = process.argv[2]?.split(",");
const slow = await site.start({ question: QUESTION, panel: "slow" });
const screens: [string, string][] = [
  ["ask", "#/"], ["debate", `#/d/${id}`], ["cell", `#/d/${id}/r1/darwin`], ["changes", `#/d/${id}/changes`], ["change", `#/d/${id}/changes/r1/darwin`],
  ["convergence", `#/d/${id}/convergence`], ["decisions", `#/d/${id}/decisions`], ["review", "#/review"], ["runs", "#/runs"], ["compare", `#/compare/${id}/${id2}`], ["waiting", `#/d/${esc}`],["live", `#/d/${slow}`]];
for (const scheme of ["light", "dark"] as const) for (const [size, vp] of [["desk", { width: 1280, height: 800 }], ["phone", { width: 360, height: 740 }]] as const) {
  await page.emulateMedia({ colorScheme: scheme }); await page.setViewportSize(vp);
  for (const [name, hash] of screens) {
    if (only && !only.includes(name) && !only.includes(`${name}-${scheme}-${size}`)) continue;
    await page.goto("about:blank"); await page.goto(site.url + "/" + hash);
    await page.waitForTimeout(name === "live" ? 900 : 350);
    if (name === "ask") { await page.fill("textarea", QUESTION); await page.waitForTimeout(500);}
    await page.screenshot({ path: `/tmp/shots/${name}-${scheme}-${size}.png`, fullPage: true });
  }
}
await b.close(); await site.close(); process.exit(0);
