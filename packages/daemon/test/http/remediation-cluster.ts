import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";

export interface Row {
  readonly id: string;
  readonly incidentId: string;
  readonly status: string;
  readonly performedBy: string;
  readonly serviceName: string | null;
  readonly environment: string | null;
  readonly updatedAt: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly plan: Readonly<Record<string, unknown>>;
  readonly planHash: string;
}

export type Body = Readonly<Record<string, unknown>>;

/** The stores and helpers of the tests about remediation over HTTP. */
export function remediationCluster() {
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `remediation-${++last}`;
  });
  after(() => daemon.stop());

  const tokenOf = (sub: string, name?: string): string =>
    mintToken({ organizationId: organization, sub, ...(name === undefined ? {} : { name }) });
  const send = (path: string, body?: unknown, token = tokenOf("requester")): Promise<Answer> =>
    core(daemon, path, { method: "POST", token, ...(body === undefined ? {} : { body }) });
  const read = async <Json>(path: string, token = tokenOf("reader")): Promise<Json> => {
    const answer = await core(daemon, path, { token });
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.json<Json>();
  };
  const open = async (environment?: string): Promise<string> => {
    if (environment !== undefined) {
      const entry = { ownerTeam: "shop", tier: "tier-1", environment };
      const answer = await core(daemon, "/services/catalog/checkout", {
        method: "PUT",
        token: tokenOf("a"),
        body: entry,
      });
      expect(answer.status, answer.text).to.equal(200);
    }
    const body = { title: "Checkout fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    return (await send("/incidents", body)).json<{ id: string }>().id;
  };
  const request = async (given: Body = {}): Promise<Row> => {
    const body = { incidentId: given["incidentId"] ?? (await open()), actionType: "restart-service", ...given };
    const answer = await send("/remediation/request", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Row>();
  };
  const approve = (id: string, body?: Body, token = tokenOf("approver", "Ben")): Promise<Answer> =>
    send(`/remediation/${id}/approve`, body, token);
  const reject = (id: string, body?: Body): Promise<Answer> =>
    send(`/remediation/${id}/reject`, body, tokenOf("rejecter", "Rita"));
  const rowOf = (id: string): Promise<Row> => read<Row>(`/remediation/actions/${id}`);
  const resolve = async (id: string): Promise<void> => {
    const body = { status: "RESOLVED" };
    await core(daemon, `/incidents/${id}/status`, { method: "PATCH", token: tokenOf("a"), body });
  };

  return {
    request,
    rowOf,
    read,
    open,
    send,
    resolve,
    approve,
    tokenOf,
    reject,
    get organization() {
      return organization;
    },
    get daemon() {
      return daemon;
    },
  };
}
