import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import { createAwsProber } from "../../src/adapters/aws/cloud-prober.ts";
import type { AccountRole } from "../../src/adapters/aws/cloud-tool.ts";
import { MIB } from "../../src/kernel/bytes.ts";
import type { CloudTool, DiagnosticResource } from "../../src/model/diagnostic-tool.ts";
import type { CloudProber, ProbeOutput } from "../../src/probe/prober.ts";

export const ACCOUNT = "111122223333";
export const OTHER_ACCOUNT = "444455556666";
export const REGION = "eu-west-1";
export const INCIDENT = "0197c0de-0000-7000-8000-000000000001";

export const roleOf = (account: string, organizationId?: string): AccountRole => ({
  account,
  arn: `arn:aws:iam::${account}:role/tocsin-probes`,
  organizationId,
});

const BASE = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test-secret", AWS_SESSION_TOKEN: undefined } as const;

/** Sets the daemon's own credentials, where AWS' clients look first; answers how to take them back. */
export function baseCredentials(values: Readonly<Record<string, string | undefined>> = BASE): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(values)) set(name, value);
  return () => {
    for (const [name, value] of before) set(name, value);
  };
}

/** What a client is made with whose doings stand in this account, on a counterpart that gives any role. */
export async function accountConfig(endpoint: string, account: string) {
  const { arn } = roleOf(account);
  const sts = new STSClient({ region: REGION, endpoint });
  const { Credentials: given } = await sts.send(new AssumeRoleCommand({ RoleArn: arn, RoleSessionName: "setup" }));
  const credentials = {
    accessKeyId: given?.AccessKeyId ?? "",
    secretAccessKey: given?.SecretAccessKey ?? "",
    sessionToken: given?.SessionToken ?? "",
  };
  return { region: REGION, endpoint, credentials };
}

type Named = Pick<DiagnosticResource, "resourceArn" | "resourceId">;

export const resource = (named: Partial<Named>, more: Partial<DiagnosticResource> = {}): DiagnosticResource => ({
  id: "0197c0de-0000-7000-8000-000000000002",
  incidentId: INCIDENT,
  organizationId: "shop",
  provider: "aws",
  resourceType: "any",
  resourceArn: null,
  resourceId: null,
  region: REGION,
  createdAt: 0,
  ...named,
  ...more,
});

export interface LookOptions {
  readonly roles?: readonly AccountRole[];
  readonly prober?: CloudProber;
  readonly organizationId?: string;
  readonly bytes?: number;
  readonly signal?: AbortSignal;
  readonly tool?: Partial<CloudTool>;
}

export const proberAt = (endpointUrl: string, roles: readonly AccountRole[] = [roleOf(ACCOUNT)]): CloudProber =>
  createAwsProber({ roles, externalId: "shared-id", endpointUrl });

/** Runs a tool on a resource that is mapped as it says. */
export function look(
  endpointUrl: string,
  type: CloudTool["type"],
  mapped: DiagnosticResource,
  options: LookOptions = {},
): Promise<ProbeOutput> {
  const { provider, region, resourceType, resourceId, resourceArn } = mapped;
  const prober = options.prober ?? proberAt(endpointUrl, options.roles);
  const tool: CloudTool = {
    type,
    provider,
    region,
    resourceType,
    ...(resourceId === null ? {} : { resourceId }),
    ...(resourceArn === null ? {} : { resourceArn }),
    ...options.tool,
  };
  return prober.run(tool, mapped, options.organizationId ?? mapped.organizationId, {
    bytes: options.bytes ?? MIB,
    signal: options.signal ?? AbortSignal.timeout(20_000),
  });
}
