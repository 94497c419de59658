/** What Playwright turns off itself. Chromium reads only the last list, so ours has to contain it. */
const OFF_BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/**
 * For these, each window starts up to three processes that a test never uses: two draw the list below the address
 * bar, and one waits for the next page. Together they take more time than the page of most tests.
 */
const UNUSED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

const TURNS_OFF = "--disable-features=";

export const CHROMIUM_FLAGS: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  // The page may share no process with those that opened it, so that each would begin in a process that it leaves.
  "--renderer-process-limit=1",
  `${TURNS_OFF}${[...OFF_BY_PLAYWRIGHT, ...UNUSED].join(",")}`,
];

/** Fails if a newer Playwright turns something off that is missing here. */
export function checkFlags(started: readonly string[]): void {
  const lists = started.filter((flag) => flag.startsWith(TURNS_OFF));
  const missing = lists
    .flatMap((list) => list.slice(TURNS_OFF.length).split(","))
    .filter((name) => !OFF_BY_PLAYWRIGHT.includes(name) && !UNUSED.includes(name));
  if (missing.length > 0)
    throw new Error(`add ${missing.join(", ")} to OFF_BY_PLAYWRIGHT in chromium-flags.ts`);
}
