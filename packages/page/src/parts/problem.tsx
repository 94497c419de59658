import type { VNode } from "preact";

interface ProblemProps {
  children: string;
  /** Adds a button that tries again. */
  retry?: () => void;
}

/** Error of a request to the server. */
export function Problem({ children, retry }: ProblemProps): VNode {
  return (
    <div class="notice notice-failed" role="alert">
      <p>{children}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
