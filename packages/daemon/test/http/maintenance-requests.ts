import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Window {
  readonly id: string;
  readonly services: readonly string[];
  readonly state: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly endedAt: string | null;
  readonly heldCount: number;
  readonly openedCount: number;
}

const SECOND_MS = 1000;
export const HOUR_MS = 3600 * SECOND_MS;
export const inFuture = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** The stores and helpers of the tests about maintenance windows over HTTP. */
export function maintenanceRequests() {
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization, { name: "Ada", sub: "ada" });
  });
  after(() => daemon.stop());

  const get = (path: string): Promise<Answer> => core(daemon, path, { token });
  const act = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const post = (body: Readonly<Record<string, unknown>>): Promise<Answer> => act("POST", "/maintenance-windows", body);
  const schedule = async (more: Readonly<Record<string, unknown>> = {}): Promise<Window> => {
    const answer = await post({ services: ["checkout-api"], endsAt: inFuture(HOUR_MS), reason: "Upgrade", ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Window>();
  };
  const read = async (id: string): Promise<Window> => (await get(`/maintenance-windows/${id}`)).json<Window>();

  return {
    schedule,
    read,
    post,
    act,
    get,
    get organization() {
      return organization;
    },
    get daemon() {
      return daemon;
    },
    get token() {
      return token;
    },
  };
}
