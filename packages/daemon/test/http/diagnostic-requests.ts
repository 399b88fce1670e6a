import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Run {
  readonly id: string;
  readonly toolType: string;
  readonly status: string;
  readonly summary: string;
  readonly outputRef: string | null;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly error: string | null;
}

/** The stores and helpers of the tests about diagnostic tools over HTTP. */
export function diagnosticRequests() {
  let daemon: TestDaemon;
  let token = "";
  let incident = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon({ TOCSIN_ALLOWED_NAMESPACES: "default,shop@somebody-else" });
  });
  beforeEach(async () => {
    token = tokenOf(`tools-${++last}`, { name: "Grace", sub: "grace" });
    incident = await open();
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const open = async (): Promise<string> => {
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    return (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  };
  const tools = (path = ""): string => `/incidents/${incident}/diagnostic-tools${path}`;
  const run = (tool: unknown): Promise<Answer> => send("POST", tools("/run"), tool);
  const runs = async (query = ""): Promise<Run[]> => (await send("GET", tools(`/runs${query}`))).json<Run[]>();
  const logs = { type: "getPodLogs", namespace: "default", pod: "api-1" };
  const queue = { provider: "aws", region: "eu-west-1", resourceType: "queue", resourceId: "orders" };
  const put = (resources: unknown): Promise<Answer> => send("PUT", `/incidents/${incident}/resources`, { resources });
  const failurePatterns = async (): Promise<string[]> =>
    (await send("GET", tools("/metrics")))
      .json<{ failurePatterns: { pattern: string }[] }>()
      .failurePatterns.map(({ pattern }) => pattern);

  return {
    logs,
    queue,
    run,
    runs,
    put,
    send,
    tools,
    failurePatterns,
    open,
    get incident() {
      return incident;
    },
    set incident(value) {
      incident = value;
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
