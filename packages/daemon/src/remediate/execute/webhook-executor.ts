import { toIso } from "../../kernel/clock.ts";
import { ApplicationError, type ErrorDetail } from "../../kernel/errors.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import {
  type Outbound,
  OutboundFailed,
  OutboundRefused,
  SIGNATURE_HEADER,
  signatureOf,
} from "../../notify/outbound.ts";
import { sha256 } from "../audit/audit-chain.ts";
import type { ActionDefinition, CurrentPolicy, ParameterRule, WebhookAction } from "../policy/policy.ts";
import {
  type ActionRequest,
  ExecutionRefused,
  type Executor,
  OutcomeUnknown,
  type OutgoingRequest,
} from "../targets/executor.ts";

const TEXT_CHARACTERS_MAX = 2000;

/** The end of a sentence; undefined if the value is valid. */
function problemOf(value: unknown, { type, values }: ParameterRule): string | undefined {
  if (values !== undefined) {
    return values.some((each) => each === value) ? undefined : `must be one of ${values.join(", ")}`;
  }
  switch (type) {
    case "string":
      return typeof value === "string" && value.length <= TEXT_CHARACTERS_MAX
        ? undefined
        : `must be a text of at most ${TEXT_CHARACTERS_MAX} characters`;
    case "integer":
      return Number.isSafeInteger(value) ? undefined : "must be a whole number";
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
  }
}

/** Throws `invalid`, which names every wrong parameter. */
export function checkWebhookParameters(
  { type, parameters: rules }: ActionDefinition,
  given: ActionRequest["parameters"],
): void {
  const details: ErrorDetail[] = [];
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && !rule.required) continue;
    const problem = value === undefined ? "is required" : problemOf(value, rule);
    if (problem !== undefined) details.push({ path: `/parameters/${name}`, message: problem });
  }
  const known = Object.keys(rules);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(rules, name)) continue;
    const takes = known.length === 0 ? "takes none" : `takes ${known.join(", ")}`;
    const pointer = name.replaceAll("~", "~0").replaceAll("/", "~1");
    details.push({ path: `/parameters/${pointer}`, message: `isn't a parameter of ${type}, which ${takes}` });
  }
  if (details.length > 0)
    throw new ApplicationError("invalid_action_parameters", `The parameters do not fit ${type}.`, { details });
}

export interface WebhookExecutorDeps {
  readonly policy: CurrentPolicy;
  readonly outbound: Outbound;
  readonly secretOf: (name: string) => string | undefined;
}

type Webhook = ActionDefinition & { readonly webhook: WebhookAction };

/** Characters of the response that are kept. */
const ANSWER_CHARACTERS_MAX = 300;

/**
 * One signed POST whose response is the outcome. The plan holds a digest of the address, so that an approval doesn't
 * cover another address.
 */
export function createWebhookExecutor({ policy, outbound, secretOf }: WebhookExecutorDeps): Executor {
  const definitionOf = (actionType: string): Webhook => {
    const definition = policy.current().actions.get(actionType);
    if (definition?.webhook === undefined) {
      throw new ExecutionRefused(`The policy file holds no webhook action ${toSingleLine(actionType, 100)} any more.`);
    }
    return definition as Webhook;
  };
  const requireSecret = ({ type, webhook }: Webhook): string => {
    const secret = secretOf(webhook.secretEnv);
    if (secret !== undefined && secret !== "") return secret;
    throw new ExecutionRefused(
      `The environment variable ${webhook.secretEnv}, whose value ${type} is signed with, isn't set where the worker runs.`,
    );
  };
  return {
    async resolveTarget(_scope, wanted) {
      const definition = definitionOf(wanted.actionType);
      checkWebhookParameters(definition, wanted.parameters);
      const { host } = new URL(definition.webhook.url);
      return {
        target: { kind: "Webhook", host, urlDigest: sha256(definition.webhook.url) },
        parameters: wanted.parameters,
        rollback: definition.rollback ?? null,
        currentReplicas: null,
      };
    },
    render: (action, now) => [outgoing(definitionOf(action.actionType), action, now)],
    async check(action) {
      requireSecret(definitionOf(action.actionType));
    },
    async send(action, now, beforeSend, signal) {
      const definition = definitionOf(action.actionType);
      const { webhook } = definition;
      // The policy may have been reloaded since the plan was compared.
      if (sha256(webhook.url) !== action.plan.target["urlDigest"]) {
        throw new ExecutionRefused("The policy file has another address for it since it was let through.");
      }
      const body = JSON.stringify(bodyOf(action, now));
      const headers = { ...headersOf(action), [SIGNATURE_HEADER]: signatureOf(requireSecret(definition), body, now) };
      try {
        const { url, timeoutMs } = webhook;
        const { organizationId } = action;
        const answer = await outbound(
          { organizationId, method: "POST", url, headers, body, timeoutMs, beforeSend },
          signal,
        );
        return { status: answer.status, answer: toSingleLine(answer.body, ANSWER_CHARACTERS_MAX) };
      } catch (error) {
        if (error instanceof OutboundRefused) throw new ExecutionRefused(error.message);
        if (!(error instanceof OutboundFailed)) throw error;
        throw error.sent ? new OutcomeUnknown(error.message) : new ExecutionRefused(error.message);
      }
    },
    // Nothing is sent twice: the receiver may not deduplicate by id.
    findEffect: async () => undefined,
    async awaitOutcome(action, { status, answer }) {
      const host = String(action.plan.target["host"]);
      const said = answer === "" ? "" : `: ${String(answer)}`;
      const details = { status, answer };
      return typeof status === "number" && status >= 200 && status < 300
        ? { ok: true, summary: `${host} answered ${status}${said}`, details }
        : { ok: false, reason: `${host} answered ${String(status)}${said}`, details };
    },
  };
}

const headersOf = ({ id }: RemediationAction): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "idempotency-key": id,
});

function bodyOf(action: RemediationAction, now: number): Readonly<Record<string, unknown>> {
  const { id, actionType, incidentId, organizationId, serviceName, environment, plan, performedBy, details } = action;
  const approval = details["approval"] as { readonly by?: unknown } | undefined;
  return {
    id,
    actionType,
    incidentId,
    organizationId,
    serviceName,
    environment,
    parameters: plan.parameters,
    requestedBy: performedBy,
    approvedBy: approval?.by ?? null,
    at: toIso(now),
  };
}

/** For people: the path may contain a secret. */
function outgoing({ webhook }: Webhook, action: RemediationAction, now: number): OutgoingRequest {
  const { origin, pathname, search } = new URL(webhook.url);
  return {
    method: "POST",
    url: pathname === "/" && search === "" ? `${origin}/` : `${origin}/…`,
    headers: { ...headersOf(action), [SIGNATURE_HEADER]: "…" },
    body: bodyOf(action, now),
  };
}
