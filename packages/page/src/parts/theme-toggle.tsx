import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { chooseTheme, getTheme, THEMES } from "./theme.ts";

/** Switches between light, dark and the system's theme. */
export function ThemeToggle(): VNode {
  const [theme, setTheme] = useState(getTheme);
  function switchTheme(): void {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
    chooseTheme(next);
    setTheme(next);
  }
  const label = `Colors: ${theme === "auto" ? "as the system" : theme}`;
  return (
    <button
      type="button"
      class="quiet brief"
      onClick={switchTheme}
      aria-label={label}
      title={label}
    >
      <Icon name={theme} />
    </button>
  );
}
