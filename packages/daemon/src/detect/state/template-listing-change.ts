import type { LogPattern } from "../../model/log-pattern.ts";

/** What the list of patterns knows of one environment. */
export interface Listing {
  /** When it was brought up to date, by the server's time; 0: never. */
  at: number;
  /** The name that it has there; null: it isn't there. */
  name: string | null;
  /** How many patterns had left by then, for others or into others. */
  left: number;
}

/** A change of the list of one service's environment. */
export interface ListingChange {
  readonly environment: string;
  /** Where it is new there, or has another name: all that there are now; what is listed of others goes. */
  readonly environments: readonly string[] | null;
  readonly patterns: readonly LogPattern[];
  /** Where some left: those that there are still, by their ids; the others go. */
  readonly held: { readonly errors: readonly string[]; readonly others: readonly string[] } | null;
}

export const createListing = (): Listing => ({ at: 0, name: null, left: 0 });
