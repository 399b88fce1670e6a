import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string | null;
  readonly avatarUrl: string | null;
  readonly isOnCall: boolean;
  readonly createdAt: string;
}
export interface Incident {
  readonly id: string;
  readonly status: string;
  readonly assigneeId: string | null;
}

/** The stores and helpers of the tests about the team over HTTP. */
export function teamRequests() {
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`team-${++last}`, { name: "Grace", sub: "grace" });
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await send("GET", path);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Body>();
  };
  const add = async (email: string, more: Readonly<Record<string, unknown>> = {}): Promise<Member> => {
    const answer = await send("POST", "/team", { name: "Ada", email, ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Member>();
  };
  const open = async (): Promise<Incident> => {
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    return (await send("POST", "/incidents", body)).json<Incident>();
  };
  const assign = (id: string, assigneeId: unknown): Promise<Answer> =>
    send("PATCH", `/team/incidents/${id}/assign`, { assigneeId });

  return {
    add,
    read,
    send,
    open,
    assign,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
    set token(value) {
      token = value;
    },
    get last() {
      return last;
    },
    set last(value) {
      last = value;
    },
  };
}
