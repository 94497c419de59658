import type { ComponentChildren, RefObject, VNode } from "preact";

interface PageHeadProps {
  /** The element with the content, for people who skip the links. */
  main: RefObject<HTMLElement | null>;
  links: ComponentChildren;
  /** What follows the links. */
  children: ComponentChildren;
}

/** The head of a page: a way to skip it, the name, and links to the screens. */
export function PageHead({ main, links, children }: PageHeadProps): VNode {
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="shell">
        <a class="brand" href="#/">
          rostrum
        </a>
        <nav aria-label="Main">{links}</nav>
        {children}
      </header>
    </>
  );
}
