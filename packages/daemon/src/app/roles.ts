import type { CoreOptions, RoleContext, RunningRole } from "./role.ts";
import type { Role } from "./setting-values.ts";

export const createCoreOptions = ({ validateResponses }: { readonly validateResponses?: boolean }): CoreOptions => ({
  validateResponses: validateResponses ?? false,
});

/** Starts a role; each loads only what it needs. */
export async function startRole(role: Role, context: RoleContext, options: CoreOptions): Promise<RunningRole> {
  switch (role) {
    case "ingest":
      return (await import("./ingest-role.ts")).startIngest(context);
    case "core":
      return (await import("./core-role.ts")).startCore(context, options);
    case "worker":
      return (await import("./worker-role.ts")).startWorker(context);
  }
}
