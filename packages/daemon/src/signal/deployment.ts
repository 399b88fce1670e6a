import type { Scope } from "../model/scope.ts";

/** A deployment event, as signals ask for it. */
export interface Deployment {
  /** The id of its event. */
  readonly id: string;
  readonly service: string;
  readonly version: string;
  readonly environment: string;
  readonly gitHash: string | null;
  /** When it took place; milliseconds since 1970 UTC. */
  readonly at: number;
}

export interface DeploymentStore {
  /** Deployments of these services within the times, both inclusive; the newest first, at most `most`. */
  between(
    scope: Scope,
    services: readonly string[],
    from: number,
    to: number,
    most: number,
  ): Promise<readonly Deployment[]>;
}
