import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly conditions: Readonly<Record<string, unknown>>;
}
export interface Incident {
  readonly id: string;
  readonly parentIncidentId: string | null;
  readonly duplicateCount: number;
}
export interface Decision {
  readonly id: string;
  readonly incidentId: string;
  readonly action: string;
  readonly createdAt: string;
}

/** The stores and helpers of the tests about correlation over HTTP. */
export function correlationRequests() {
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`org-${++last}`, { name: "Ada", sub: "ada" });
  });
  after(() => daemon.stop());

  const get = (path: string): Promise<Answer> => core(daemon, path, { token });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const conditions = { matchFields: ["service"], timeWindowMinutes: 30 };
  const ruleBody = { name: "One a service", description: "why", conditions, action: "merge" };
  const makeRule = async (more: object = {}): Promise<Rule> => {
    const answer = await send("POST", "/correlation/rules", { ...ruleBody, ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Rule>();
  };
  const post = (more: object = {}): Promise<Answer> =>
    send("POST", "/incidents", { title: "t", description: "d", severity: "LOW", affectedServices: ["api"], ...more });
  const create = async (more: object = {}): Promise<Incident> => {
    const answer = await post(more);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const decisions = async (query = ""): Promise<Decision[]> =>
    (await get(`/correlation/decisions${query}`)).json<Decision[]>();

  return {
    makeRule,
    conditions,
    get,
    send,
    create,
    decisions,
    ruleBody,
    post,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
  };
}
