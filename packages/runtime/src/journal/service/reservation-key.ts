import type { ReservationHolder } from "./wallet-store.ts";

/**
 * Names a holder's reservations where those of a whole run have the run's id: ids of runs have no slash, so a run's
 * reservations are found by what stands before it.
 */
export function formatReservationKey({ run, token }: ReservationHolder): string {
  return `${run}/${token}`;
}
