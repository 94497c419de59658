import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface PageHeadProps {
  /** Content element, the target of the skip link. */
  main: RefObject<HTMLElement | null>;
  links: ComponentChildren;
  /** A mark next to one of the links, shown while a phone hides them. */
  badge?: ComponentChildren;
  /** Content after the links. */
  children: ComponentChildren;
}

/** Page header: skip link, name, and links to the screens, which are a menu on phones. */
export function PageHead({ main, links, badge, children }: PageHeadProps): VNode {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event): void => {
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      const target = event.target as Node;
      const isInside = menu.current?.contains(target) || button.current?.contains(target);
      if (event instanceof KeyboardEvent ? !isEscape : isInside) return;
      setOpen(false);
      if (isEscape) button.current?.focus();
    };
    // A wider window shows the links in a row.
    const closeOnResize = (): void => setOpen(false);
    addEventListener("resize", closeOnResize);
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("resize", closeOnResize);
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="shell">
        <a class="brand" href="#/">
          rostrum
        </a>
        <nav
          aria-label="Main"
          ref={menu}
          class={open ? "menu-box" : undefined}
          onClick={() => setOpen(false)}
        >
          {links}
        </nav>
        {children}
        <button
          type="button"
          class="quiet brief shell-menu"
          ref={button}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
          <span class="hidden">Menu</span>
          {badge}
        </button>
      </header>
    </>
  );
}
