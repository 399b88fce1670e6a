import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
export interface Incident {
  readonly id: string;
  readonly createdAt: string;
  readonly environment: string;
  readonly assigneeId: string | null;
  readonly status: string;
}

export const ENTRY = {
  ownerTeam: "payments",
  tier: "tier-1",
  escalationPolicy: "payments-primary",
  environment: "staging",
  slo: { objectivePct: 99.5, windowDays: 28 },
};

/** The stores and helpers of the tests about the service catalog, escalation and change risk over HTTP. */
export function catalogRequests() {
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `graph-${++last}`;
    token = tokenOf(organization, { name: "Ada" });
  });
  after(() => daemon.stop());

  const ask = (method: string, path: string, body?: unknown, as = token): Promise<Answer> =>
    core(daemon, path, { method, token: as, body });
  const entryPath = (service: string, rest = ""): string => `/services/catalog/${encodeURIComponent(service)}${rest}`;
  const put = (service: string, more: object = {}): Promise<Answer> =>
    ask("PUT", entryPath(service), { ...ENTRY, ...more });
  const calls = (service: string, dependencies: unknown): Promise<Answer> =>
    ask("PUT", entryPath(service, "/dependencies"), { dependencies });
  const open = (...affectedServices: string[]): Promise<Incident> => openAs("CRITICAL", ...affectedServices);
  const openAs = async (severity: string, ...affectedServices: string[]): Promise<Incident> => {
    const body = { title: "Broken", description: "none", severity, affectedServices };
    const answer = await ask("POST", "/incidents", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await ask("GET", path);
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return answer.json<Body>();
  };
  const onCall = async (name: string): Promise<Member> => {
    const added = (await ask("POST", "/team", { name, email: `${name}@example.com` })).json<Member>();
    await ask("PATCH", `/team/${added.id}/on-call`, { isOnCall: true });
    return added;
  };

  return {
    onCall,
    put,
    calls,
    open,
    read,
    openAs,
    ask,
    entryPath,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
    get organization() {
      return organization;
    },
  };
}
