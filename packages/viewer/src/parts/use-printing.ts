import { useEffect, useState } from "preact/hooks";

const PAPER = matchMedia("print");

/** Whether the page is being printed, so that it shows on paper what can be opened on a screen. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(PAPER.matches);
  useEffect(() => {
    const look = (): void => setPrinting(PAPER.matches);
    const begin = (): void => setPrinting(true);
    const end = (): void => setPrinting(false);
    // Some browsers tell the style sheet only, others lay the page out before they do.
    PAPER.addEventListener("change", look);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      PAPER.removeEventListener("change", look);
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
