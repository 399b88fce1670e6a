import type { ListingChange } from "./template-listing-change.ts";

export interface ServiceKey {
  readonly organizationId: string;
  readonly service: string;
}

export interface StateChange extends ServiceKey {
  /** Compact JSON. */
  readonly state: string;
  /** When to examine it though nothing came (silence, repeats held back); null: never. */
  readonly wakeAt: number | null;
  /** What changes in the list of its patterns; left out: nothing. */
  readonly listing?: readonly ListingChange[];
}

export type Wake = Pick<StateChange, keyof ServiceKey | "wakeAt">;
