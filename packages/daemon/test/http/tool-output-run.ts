import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Result {
  readonly toolRunId: string;
  readonly rawRef: string;
  readonly summary: string;
  readonly keyPatterns: readonly string[];
  readonly status: string;
}

export const OUTPUT_BYTES = 8_000;

/** The stores and helpers of the tests about the output of diagnostic tools. */
export function toolOutputRun() {
  let daemon: TestDaemon;
  /** What the tools look at: a server that answers as a test says. */
  let service: Server;
  let answers: RequestListener = () => undefined;
  let url = "";
  let token = "";
  let incident = "";
  let last = 0;
  before(async () => {
    service = createServer((request, response) => answers(request, response));
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
    url = `http://${host}/health`;
    daemon = await startTestDaemon({
      TOCSIN_PROBE_HOSTS: host,
      TOCSIN_PROBE_NETWORKS: "127.0.0.0/8",
      TOCSIN_PROBE_OUTPUT_BYTES: String(OUTPUT_BYTES),
      TOCSIN_PROBE_SECONDS: "1",
      TOCSIN_PROBES_PER_MINUTE: "10",
    });
  });
  beforeEach(async () => {
    token = tokenOf(`outputs-${++last}`, { name: "Grace" });
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: ["api"] };
    incident = (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  });
  after(async () => {
    await daemon.stop();
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
  });

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const tools = (path: string): string => `/incidents/${incident}/diagnostic-tools${path}`;
  const check = (): Promise<Answer> => send("POST", tools("/run"), { type: "checkHttpHealth", url });
  const says =
    (body: string): RequestListener =>
    (_request, response) =>
      void response.setHeader("content-type", "text/plain").end(body);
  const checked = async (): Promise<Result> => {
    const answer = await check();
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Result>();
  };
  const outputOf = ({ toolRunId }: Result): Promise<Answer> => send("GET", tools(`/runs/${toolRunId}/output`));
  const fileOf = (ref: string): string => join(daemon.dataDir, "probe-output", ref.slice(0, 2), ref);

  return {
    says,
    checked,
    outputOf,
    fileOf,
    send,
    tools,
    check,
    get answers() {
      return answers;
    },
    set answers(value: RequestListener) {
      answers = value;
    },
    get daemon() {
      return daemon;
    },
    get incident() {
      return incident;
    },
    set incident(value) {
      incident = value;
    },
    get url() {
      return url;
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
