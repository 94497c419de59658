import type { ViewProps } from "../view-props.ts";

/** What a row of a member gets, and its replies. */
export interface MemberProps extends ViewProps {
  name: string;
  model: string;
  weight: number;
  /** Its place in the panel. */
  member: number;
  /** Shows one round alone. */
  only?: number;
}
