import type { Scope } from "../model/scope.ts";
import type { HeldCandidate } from "./held-candidate.ts";
import type { MaintenanceWindow, WindowState } from "./window.ts";

export interface WindowFilter {
  readonly service?: string;
  readonly state?: WindowState;
  readonly limit: number;
  readonly cursor?: string;
}

export interface WindowPage {
  readonly windows: readonly MaintenanceWindow[];
  readonly cursor?: string;
}

export interface HeldPage {
  readonly held: readonly HeldCandidate[];
  readonly cursor?: string;
}

/** Every method is one transaction and sees the scope's organization alone. */
export interface MaintenanceStore {
  /** The latest start first. */
  list(scope: Scope, filter: WindowFilter, now: number): Promise<WindowPage>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<MaintenanceWindow>;
  /** Throws `conflict` at the limit of windows that are not over. */
  add(scope: Scope, window: MaintenanceWindow): Promise<MaintenanceWindow>;
  /** Decides by the window and the time within the transaction. Throws `not_found`. */
  change(
    scope: Scope,
    id: string,
    decide: (window: MaintenanceWindow, now: number) => MaintenanceWindow,
  ): Promise<MaintenanceWindow>;
  /** Removes the window unless `check` throws. Throws `not_found`. */
  remove(scope: Scope, id: string, check: (window: MaintenanceWindow, now: number) => void): Promise<void>;
  /** The held candidates, the last held first. Throws `not_found`. */
  held(scope: Scope, id: string, limit: number, cursor?: string): Promise<HeldPage>;
}
