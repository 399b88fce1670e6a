import { toSingleLine } from "../../kernel/single-line.ts";
import type { CloudTool, DiagnosticResource } from "../../model/diagnostic-tool.ts";
import { ProbeRefused } from "../../probe/prober.ts";
import type { AccountRole, Shape, Target } from "./cloud-tool.ts";

/** Becomes a part of a host's name. */
const REGION = /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/;
const ARN =
  /^arn:(?<partition>aws[a-z-]{0,20}):(?<service>[a-z-]{1,40}):(?<region>[a-z0-9-]{1,40}):(?<account>\d{12}):(?<rest>.{1,1600})$/s;

const partitionOf = (arn: string): string | undefined => arn.split(":")[1];

const misnamed = ({ what }: Shape, given: string): ProbeRefused =>
  new ProbeRefused(
    `The resource ${toSingleLine(given, 200)} isn't named as ${what} is; this tool looks at nothing else.`,
  );

/** Decides which account, region and name are looked at, all from the mapped resource. Throws `ProbeRefused`. */
export function targetOf(
  shape: Shape,
  tool: CloudTool,
  resource: DiagnosticResource,
  roles: readonly AccountRole[],
  organizationId: string,
): Target {
  const { region, resourceArn: arn, resourceId: id } = resource;
  if (tool.region !== region) throw new ProbeRefused("The tool names another region than the mapped resource.");
  if (!REGION.test(region)) throw new ProbeRefused(`${toSingleLine(region, 60)} is no region of AWS.`);
  // The organization's own role before one that is open to all.
  const open = roles
    .filter((role) => role.organizationId === undefined || role.organizationId === organizationId)
    .sort((one, other) => Number(one.organizationId === undefined) - Number(other.organizationId === undefined));
  if (arn !== null) return fromArn(shape, arn, region, open);
  const parts = id === null ? undefined : shape.id.exec(id)?.groups;
  if (id === null || parts?.["name"] === undefined) throw misnamed(shape, id ?? "without a name");
  const role = parts["account"] === undefined ? onlyRole(open) : roleFor(open, parts["account"]);
  return { role, region, parts, name: parts["name"], arn: undefined };
}

function fromArn(shape: Shape, arn: string, region: string, open: readonly AccountRole[]): Target {
  const found = ARN.exec(arn)?.groups;
  const parts = shape.arn.exec(found?.["rest"] ?? "")?.groups;
  if (found?.["service"] !== shape.service || parts?.["name"] === undefined) throw misnamed(shape, arn);
  if (found["region"] !== region) throw new ProbeRefused("The resource's ARN names another region than the resource.");
  const account = found["account"] ?? "";
  const role = roleFor(
    open.filter((each) => partitionOf(each.arn) === found["partition"]),
    account,
  );
  return { role, region, parts, name: parts["name"], arn };
}

function roleFor(open: readonly AccountRole[], account: string): AccountRole {
  const role = open.find((each) => each.account === account);
  if (role) return role;
  throw new ProbeRefused(
    `The account ${account} is none that may be probed; TOCSIN_AWS_ROLES holds a role for each that may.`,
  );
}

function onlyRole(open: readonly AccountRole[]): AccountRole {
  const [role] = open;
  if (!role) throw new ProbeRefused("No account may be probed; TOCSIN_AWS_ROLES holds a role for each that may.");
  if (open.some((each) => each.account !== role.account)) {
    throw new ProbeRefused("Several accounts may be probed: map the resource by its ARN, which names its account.");
  }
  return role;
}
