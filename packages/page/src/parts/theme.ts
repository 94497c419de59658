export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "rostrum.theme";

/** The reader's choice. `auto` follows their system. */
export function getTheme(): Theme {
  return THEMES.find((theme) => theme === readStored()) ?? "auto";
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  show(theme);
}

export function restoreTheme(): void {
  show(getTheme());
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
