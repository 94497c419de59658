import type { ViewProps } from "../view-props.ts";

/** Props of a member's row and of its replies. */
export interface MemberProps extends ViewProps {
  name: string;
  model: string;
  weight: number;
  /** Index in the panel. */
  member: number;
  /** Shows only this round. */
  onlyRound?: number;
}
