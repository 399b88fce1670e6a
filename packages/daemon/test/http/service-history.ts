import { expect } from "chai";
import { toIso } from "../../src/kernel/clock.ts";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Incident {
  readonly id: string;
  readonly status: string;
  readonly severity: string;
  readonly primaryService: string | null;
  readonly createdAt: string;
}
interface Signal {
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly state: string;
  readonly sloContext: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The stores and helpers of the tests about signals of a service over HTTP. */
export function serviceHistory() {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const get = (path: string, organization: string): Promise<Answer> =>
    core(daemon, path, { token: tokenOf(organization) });
  const signal = async (id: string, name: string, organization: string): Promise<Signal> => {
    const answer = await get(`/incidents/${id}/${name}`, organization);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Signal>();
  };
  const open = async (
    organization: string,
    affectedServices: readonly string[],
    severity = "HIGH",
  ): Promise<Incident> => {
    const body = { title: "Orders fail", description: "", severity, affectedServices };
    const answer = await core(daemon, "/incidents", { token: tokenOf(organization), body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const resolve = async (organization: string, { id }: Incident): Promise<void> => {
    const options = { method: "PATCH", token: tokenOf(organization), body: { status: "RESOLVED" } };
    expect((await core(daemon, `/incidents/${id}/status`, options)).status).to.equal(200);
  };
  const catalogue = async (organization: string, service: string, body: object): Promise<void> => {
    const answer = await core(daemon, `/services/catalog/${service}`, {
      method: "PUT",
      token: tokenOf(organization),
      body,
    });
    expect(answer.status, answer.text).to.equal(200);
  };
  const send = async (organization: string, path: string, body: unknown): Promise<void> => {
    const answer = await ingest(daemon, path, body, { organization });
    expect(answer.status, answer.text).to.equal(202);
  };
  const logs = (service: string, at: number, count: number, errors: number) =>
    Array.from({ length: count }, (_, index) => ({
      service,
      level: index < errors ? (index % 2 === 0 ? "error" : "fatal") : "info",
      message: `order ${index}`,
      timestamp: toIso(at),
    }));

  return {
    catalogue,
    send,
    logs,
    open,
    resolve,
    get,
    signal,
    get daemon() {
      return daemon;
    },
  };
}
