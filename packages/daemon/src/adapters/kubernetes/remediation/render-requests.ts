import { toIso } from "../../../kernel/clock.ts";
import type { RemediationAction } from "../../../model/remediation.ts";
import type { OutgoingRequest } from "../../../remediate/targets/executor.ts";
import {
  ACTION_ANNOTATION,
  deploymentPath,
  podPath,
  RESTARTED_ANNOTATION,
  REVISION_ANNOTATION,
  ROLLED_BACK_FROM_ANNOTATION,
  type Target,
  targetOf,
} from "./kubernetes-target.ts";

export type PlannedAction = Pick<RemediationAction, "id" | "plan">;

/** The author of a change in the cluster's records. */
const MANAGER = "fieldManager=tocsin";

/**
 * The one request that an action makes, addresses below the API server's. `template`: what a rollback puts in; from
 * the plan alone it's known by its revision only. Asks nobody.
 */
export function renderRequest({ id, plan }: PlannedAction, now: number, template?: unknown): OutgoingRequest {
  const target = targetOf(plan);
  switch (plan.actionType) {
    case "restart-service":
      return patch(target, "strategic-merge-patch", {
        metadata: { ...(target.uid && { uid: target.uid }), annotations: { [ACTION_ANNOTATION]: id } },
        spec: { template: { metadata: { annotations: { [RESTARTED_ANNOTATION]: toIso(now) } } } },
      });
    case "scale-service":
      return patch(target, "json-patch", [
        ...testing("/metadata/uid", target.uid),
        ...testing("/spec/replicas", target.replicas),
        { op: "replace", path: "/spec/replicas", value: plan.parameters["replicas"] },
        marking(id),
      ]);
    case "rollback-deployment":
      return patch(target, "json-patch", [
        ...testing("/metadata/uid", target.uid),
        ...testing(annotation(REVISION_ANNOTATION), target.revision?.toString()),
        { op: "replace", path: "/spec/template", value: template ?? describeTemplate(target, plan.parameters) },
        ...leaving(target),
        marking(id),
      ]);
    default:
      return {
        method: "DELETE",
        url: podPath(target.namespace, target.name),
        headers: { accept: "application/json", "content-type": "application/json" },
        body: { apiVersion: "v1", kind: "DeleteOptions", ...(target.uid && { preconditions: { uid: target.uid } }) },
      };
  }
}

/**
 * The same request as a dry run. The API server reads the options of a PATCH from the query. It reads those of a DELETE
 * from the body, and then ignores the query.
 */
export function asDryRun(outgoing: OutgoingRequest): OutgoingRequest {
  const { method, url, body } = outgoing;
  if (method === "DELETE") return { ...outgoing, body: { ...(body as object), dryRun: ["All"] } };
  return { ...outgoing, url: `${url}${url.includes("?") ? "&" : "?"}dryRun=All` };
}

const patch = ({ namespace, name }: Target, type: string, body: unknown): OutgoingRequest => ({
  method: "PATCH",
  url: `${deploymentPath(namespace, name)}?${MANAGER}`,
  headers: { accept: "application/json", "content-type": `application/${type}+json` },
  body,
});

/** RFC 6902: the patch is refused as a whole where the object isn't as planned. */
const testing = (path: string, value: unknown) => (value === undefined ? [] : [{ op: "test", path, value }]);
const annotation = (name: string): string => `/metadata/annotations/${name.replaceAll("/", "~1")}`;
/** By which a worker that takes over sees that it was done. The deployment's controller has made it annotations. */
const marking = (id: string) => ({ op: "add", path: annotation(ACTION_ANNOTATION), value: id });

/** By which a later rollback knows what it must not go back to. */
const leaving = ({ rolledBackFrom }: Target) =>
  rolledBackFrom === undefined
    ? []
    : [{ op: "add", path: annotation(ROLLED_BACK_FROM_ANNOTATION), value: rolledBackFrom }];

function describeTemplate({ toRevision }: Target, parameters: Readonly<Record<string, unknown>>): string {
  const revision = toRevision ?? parameters["toRevision"];
  return `… the pod template of ${revision === undefined ? "the revision before" : `revision ${revision}`}`;
}
