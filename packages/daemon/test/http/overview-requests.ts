import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Created {
  readonly id: string;
  readonly title: string;
  readonly createdAt: string;
}

interface Reported {
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly actor: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The stores and helpers of the tests about the overview of incidents over HTTP. */
export function overviewRequests() {
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

  const get = (path: string, as = token): Promise<Answer> => core(daemon, path, { token: as });
  const create = async (more: Readonly<Record<string, unknown>> = {}): Promise<Created> => {
    const body = { title: "Checkout fails", description: "503", severity: "HIGH", affectedServices: ["api"], ...more };
    const answer = await core(daemon, "/incidents", { token, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Created>();
  };
  const move = (id: string, status: string): Promise<Answer> =>
    core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status } });
  const mark = (id: string, body: unknown, as = token): Promise<Answer> =>
    core(daemon, `/incidents/${id}/workflow-event`, { token: as, body });
  const reported = async (id: string): Promise<Reported[]> => (await get(`/incidents/${id}/events`)).json<Reported[]>();

  return {
    create,
    move,
    get,
    mark,
    reported,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
    get last() {
      return last;
    },
  };
}
