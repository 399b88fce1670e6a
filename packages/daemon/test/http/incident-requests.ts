import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly organizationId: string;
  readonly affectedServices: readonly string[];
  readonly resolvedAt: string | null;
  readonly updatedAt: string;
}

/** The stores and helpers of the tests about incidents over HTTP. */
export function incidentRequests() {
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
  const create = async (title: string, more: Readonly<Record<string, unknown>> = {}): Promise<Incident> => {
    const body = { title, description: "none", severity: "LOW", affectedServices: ["api"], ...more };
    const answer = await core(daemon, "/incidents", { token, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Incident>();
  };
  const move = (id: string, status: unknown): Promise<Answer> =>
    core(daemon, `/incidents/${id}/status`, { method: "PATCH", token, body: { status } });
  const titles = async (query: string): Promise<string[]> =>
    (await get(`/incidents${query}`)).json<Incident[]>().map(({ title }) => title);

  return {
    create,
    get,
    move,
    titles,
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
  };
}
