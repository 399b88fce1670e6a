import type { Scope } from "../model/scope.ts";
import type { HeldCandidate } from "./held-candidate.ts";
import type { MaintenanceWindow, WindowState } from "./window.ts";

export interface WindowFilter {
  /** Exactly this one among its services. */
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
  /** Throws `conflict` where too many are not over. */
  add(scope: Scope, window: MaintenanceWindow): Promise<MaintenanceWindow>;
  /** Decides about the window as it stands within the transaction, by the time of then. Throws `not_found`. */
  change(
    scope: Scope,
    id: string,
    decide: (window: MaintenanceWindow, now: number) => MaintenanceWindow,
  ): Promise<MaintenanceWindow>;
  /** Removes it unless `check` throws. Throws `not_found`. */
  remove(scope: Scope, id: string, check: (window: MaintenanceWindow, now: number) => void): Promise<void>;
  /** What it holds now, what was held last first. Throws `not_found`. */
  held(scope: Scope, id: string, limit: number, cursor?: string): Promise<HeldPage>;
}
