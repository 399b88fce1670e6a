import type { Role } from "../config/setting-values.ts";
import type { CoreOptions, RoleContext, RunningRole } from "./role-context.ts";

type StartRole = (context: RoleContext, options: CoreOptions) => Promise<RunningRole>;

/** Loads the modules of a role and returns the function that starts it. */
export async function loadRole(role: Role): Promise<StartRole> {
  switch (role) {
    case "ingest":
      return (await import("./ingest-role.ts")).startIngest;
    case "core":
      return (await import("./core-role.ts")).startCore;
    case "worker":
      return (await import("./worker-role.ts")).startWorker;
  }
}
