import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Runbook {
  readonly id: string;
  readonly slug: string;
  readonly latestVersion: string;
  readonly status: string;
  readonly contentMd: string | null;
  readonly createdBy: string;
}

/** The stores and helpers of the tests about runbooks over HTTP. */
export function runbookRequests() {
  let daemon: TestDaemon;
  let token = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    token = tokenOf(`runbooks-${++last}`, { name: "Grace", sub: "grace" });
  });
  after(() => daemon.stop());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { token, method, ...(body === undefined ? {} : { body }) });
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await send("GET", path);
    expect(answer.status, answer.text.slice(0, 300)).to.equal(200);
    return answer.json<Body>();
  };
  const create = async (slug: string, more: Readonly<Record<string, unknown>> = {}): Promise<Runbook> => {
    const answer = await send("POST", "/runbooks", { slug, title: slug, contentMd: `# ${slug}`, ...more });
    expect(answer.status, answer.text.slice(0, 300)).to.equal(201);
    return answer.json<Runbook>();
  };
  const append = (id: string, version: unknown, contentMd: unknown = "# New"): Promise<Answer> =>
    send("POST", `/runbooks/${id}/versions`, { version, contentMd });
  const open = async (title = "Payment gateway timeout"): Promise<string> => {
    const body = { title, description: "Calls time out", severity: "LOW", affectedServices: ["payments"] };
    return (await send("POST", "/incidents", body)).json<{ id: string }>().id;
  };
  const pathsOf = (answer: Answer): (string | undefined)[] =>
    answer.json<ErrorBody>().details?.map(({ path }) => path) ?? [];

  return {
    create,
    read,
    send,
    pathsOf,
    append,
    open,
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
