import { conventionalAim, isBuiltIn } from "../remediate/execute/aims.ts";
import type { Executor } from "../remediate/executor.ts";
import type { Config } from "./config.ts";

/** Where no namespace is open to an organization, a simulation names the one that every cluster has. */
const NAMESPACE = "default";

/** Who looks at what an action would act on; undefined for an action that nobody does. */
export function createExecutors(
  config: Pick<Config, "allowedNamespaces">,
): (actionType: string) => Pick<Executor, "aim"> | undefined {
  const namespaceOf = (organizationId: string): string =>
    config.allowedNamespaces.find((each) => each.organizationId === undefined || each.organizationId === organizationId)
      ?.name ?? NAMESPACE;
  const byConvention: Pick<Executor, "aim"> = {
    aim: async ({ organizationId }, wanted) => conventionalAim(wanted, namespaceOf(organizationId)),
  };
  return (actionType) => (isBuiltIn(actionType) ? byConvention : undefined);
}
