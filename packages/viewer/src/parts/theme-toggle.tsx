import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { chooseTheme, getTheme, THEMES, type Theme } from "./theme.ts";

const SIGNS: Record<Theme, string> = { auto: "◐", light: "○", dark: "●" };

/** Light, dark, or as the system is. */
export function ThemeToggle(): VNode {
  const [theme, setTheme] = useState(getTheme);
  function turn(): void {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
    chooseTheme(next);
    setTheme(next);
  }
  return (
    <button type="button" class="quiet theme" onClick={turn} aria-label={`Colours: ${theme}`}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
}
