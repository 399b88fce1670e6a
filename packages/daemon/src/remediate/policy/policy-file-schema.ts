import { fieldsOf, flag, identifier, number, oneOf, orNull, whole } from "../../kernel/field-schemas.ts";
import { severities } from "../../model/incident.ts";
import { FACTS_COUNTED_MAX } from "../../model/record-limits.ts";
import type { FreezeWindow, Guardrails, NamespaceEnvironment, ParameterRule, PolicyRule } from "./policy.ts";

const name = identifier;
const sentence = { type: "string", pattern: "\\S", maxLength: 500, description: "a text of at most 500 characters" };
const orNone = (schema: Parameters<typeof orNull>[0]) => orNull(schema, " for no bound");
const listOf = (items: object, maxItems = 500) => ({
  type: "array",
  items,
  maxItems,
  default: [],
  description: `a list of at most ${maxItems}`,
});

const organization = {
  type: "string",
  pattern: "^[A-Za-z0-9._-]{1,64}$",
  description: "the id of an organization: 1 to 64 letters, digits, '.', '_', '-'",
};
const environment = {
  type: "string",
  pattern: "^[^*]*[^*\\s][^*]*$",
  maxLength: 100,
  description: "the name of an environment, without `*`",
};
const service = {
  type: "string",
  pattern: "\\S",
  maxLength: 200,
  description: "the name of a service; `*` stands for anything",
};
const actionType = { ...identifier, description: "an action type: lower-case words joined by hyphens" };

const APPROVAL_TTL_MINUTES_MAX = 7 * 24 * 60;
const approvalTtl = number(1, APPROVAL_TTL_MINUTES_MAX, " minutes");

const namespace = fieldsOf(
  {
    namespace: {
      type: "string",
      pattern: "^[a-z0-9*]([-a-z0-9*]*[a-z0-9*])?$",
      maxLength: 63,
      description: "the name of a Kubernetes namespace; `*` stands for anything",
    },
    environment,
  },
  ["namespace", "environment"],
);

const rule = fieldsOf(
  {
    name,
    verdict: oneOf("auto", "manual", "deny"),
    organizations: listOf(organization),
    actions: listOf(actionType),
    environments: listOf(environment),
    severities: listOf(oneOf(...severities)),
    services: listOf(service),
    fourEyes: flag,
    approvalTtlMinutes: approvalTtl,
    reason: sentence,
  },
  ["name", "verdict"],
);

const guardrails = fieldsOf({
  actionsPerHour: orNone(whole(0, FACTS_COUNTED_MAX)),
  cooldownMinutes: orNone(number(0, 7 * 24 * 60)),
  concurrent: orNone(whole(1, FACTS_COUNTED_MAX)),
  concurrentPerService: orNone(whole(1, FACTS_COUNTED_MAX)),
  maxReplicas: orNone(whole(0, 100_000)),
  replicasChangeFactor: orNone(number(1, 1000)),
  blastRadius: orNone(whole(0, 100_000)),
  openIncidentOnly: flag,
});

const time = {
  type: "string",
  pattern: "^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)?)?$",
  description: "a time such as 2026-11-27T18:00:00+01:00, or without the offset where timeZone is given",
};
const window = fieldsOf(
  {
    name,
    effect: oneOf("deny", "manual"),
    reason: sentence,
    environments: listOf(environment),
    organizations: listOf(organization),
    from: time,
    to: time,
    cron: { type: "string", maxLength: 200, description: "five fields: minute, hour, day, month, day of week" },
    timeZone: { type: "string", maxLength: 64, description: "a time zone such as Europe/Berlin or UTC" },
    durationMinutes: number(1, 31 * 24 * 60),
  },
  ["name", "effect", "reason"],
);

const parameter = fieldsOf(
  {
    type: oneOf("string", "number", "integer", "boolean"),
    required: { ...flag, default: false },
    description: sentence,
    values: {
      type: "array",
      minItems: 1,
      maxItems: 200,
      items: { type: ["string", "number", "boolean"], maxLength: 500, description: "a text, a number, true or false" },
      description: "a list of 1 to 200 values",
    },
  },
  ["type"],
);
const action = fieldsOf(
  {
    type: actionType,
    description: sentence,
    url: {
      type: "string",
      pattern: "^https://[^\\s@]+$",
      maxLength: 2000,
      description: "an address beginning https://, without user or password",
    },
    secretEnv: {
      type: "string",
      pattern: "^(?!TOCSIN_)[A-Za-z_][A-Za-z0-9_]{0,127}$",
      description: "the name of an environment variable, and none that begins with TOCSIN_",
    },
    timeoutSeconds: { ...number(1, 100), default: 30 },
    parameters: {
      type: "object",
      propertyNames: {
        pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$",
        description: "a name of letters, digits and '_', a letter first",
      },
      additionalProperties: parameter,
      maxProperties: 50,
      default: {},
      description: "names of at most 50 parameters, each with its fields",
    },
    rollback: sentence,
  },
  ["type", "url", "secretEnv"],
);

const verification = fieldsOf({
  settleMinutes: number(0, 24 * 60),
  quietMinutes: number(1, 24 * 60),
  ineffectiveInARow: whole(1, 100),
});

export const RULES_MAX = 5000;
export const policyFileSchema = fieldsOf({
  extends: oneOf("default"),
  approvalTtlMinutes: approvalTtl,
  fourEyes: flag,
  overridePermission: {
    type: "string",
    pattern: "^[a-z]+(:[a-z_]+)+$",
    maxLength: 64,
    description: "the name of a permission, such as remediation:override",
  },
  namespaces: listOf(namespace),
  rules: listOf(rule, RULES_MAX),
  guardrails: { ...guardrails, default: {} },
  windows: listOf(window, 200),
  actions: listOf(action, 200),
  verification: { ...verification, default: {} },
});

/** The validated file; omitted lists are empty. */
export interface PolicyFile {
  readonly extends?: "default";
  readonly approvalTtlMinutes?: number;
  readonly fourEyes?: boolean;
  readonly overridePermission?: string;
  readonly namespaces: readonly NamespaceEnvironment[];
  readonly rules: readonly RuleFields[];
  readonly guardrails: GuardrailFields;
  readonly windows: readonly WindowFields[];
  readonly actions: readonly ActionFields[];
  readonly verification: { settleMinutes?: number; quietMinutes?: number; ineffectiveInARow?: number };
}

export interface RuleFields
  extends Pick<
    PolicyRule,
    "name" | "verdict" | "organizations" | "actions" | "environments" | "severities" | "services"
  > {
  readonly fourEyes?: boolean;
  readonly approvalTtlMinutes?: number;
  readonly reason?: string;
}

export type GuardrailFields = Readonly<
  Partial<Record<Exclude<keyof Guardrails, "cooldownMs" | "openIncidentOnly"> | "cooldownMinutes", number | null>>
> & { readonly openIncidentOnly?: boolean };

export interface WindowFields extends Omit<FreezeWindow, "when"> {
  readonly from?: string;
  readonly to?: string;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly durationMinutes?: number;
}

export interface ActionFields {
  readonly type: string;
  readonly description?: string;
  readonly url: string;
  readonly secretEnv: string;
  readonly timeoutSeconds: number;
  readonly parameters: Readonly<Record<string, Omit<ParameterRule, "description"> & { readonly description?: string }>>;
  readonly rollback?: string;
}
