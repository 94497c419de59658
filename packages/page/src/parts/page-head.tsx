import type { ComponentChildren, RefObject, VNode } from "preact";

interface PageHeadProps {
  /** Content element, the target of the skip link. */
  main: RefObject<HTMLElement | null>;
  links: ComponentChildren;
  /** Content after the links. */
  children: ComponentChildren;
}

/** Page header: skip link, name, and links to the screens. */
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
