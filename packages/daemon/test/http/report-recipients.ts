import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import type { Answer } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const PATH = "/remediation/reporting";
export const GONE = "gone@shop.example";

export interface Run {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly recipients: readonly string[];
  readonly deliveredCount: number;
  readonly failedDeliveryCount: number;
  readonly deliveryFailures: readonly { readonly recipient: string; readonly reason: string }[];
  readonly totalActions: number;
  readonly failedActions: number;
  readonly pendingApprovals: number;
  readonly queuedExecutions: number;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

/** The stores and helpers of the tests about reporting over HTTP. */
export function reportRecipients() {
  let mail: MailServer;
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    mail = await startMailServer({
      recipient: (address) => (address === GONE ? "550 5.1.1 no such user here" : undefined),
    });
    daemon = await startTestDaemon({ TOCSIN_SMTP_URL: mail.url, TOCSIN_MAIL_FROM: "Tocsin <tocsin@ops.example>" });
  });
  beforeEach(() => {
    organization = `reporting-${++last}`;
  });
  after(async () => {
    await daemon.stop();
    await mail.close();
  });

  const ask = (method: string, path: string, body?: unknown, at = daemon): Promise<Answer> =>
    core(at, `${PATH}${path}`, {
      method,
      token: mintToken({ organizationId: organization }),
      ...(body === undefined ? {} : { body }),
    });
  const answered = async <Body>(status: number, method: string, path: string, body?: unknown, at = daemon) => {
    const answer = await ask(method, path, body, at);
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(status);
    return answer.json<Body>();
  };
  const set = (body: Readonly<Record<string, unknown>>, at = daemon) =>
    answered<Record<string, unknown>>(200, "PUT", "/settings", body, at);
  const start = (at = daemon): Promise<Run> => answered<Run>(201, "POST", "/runs", undefined, at);
  const ended = ({ id }: Pick<Run, "id">, at = daemon): Promise<Run> =>
    waitFor(
      async () => {
        const run = (await answered<Run[]>(200, "GET", "/runs", undefined, at)).find((each) => each.id === id);
        return run?.status !== "running" && run;
      },
      { what: "the end of the run" },
    );
  const mailsTo = (address: string) => mail.mails.filter(({ recipients }) => recipients.includes(address));
  const request = async (service: string): Promise<string> => {
    const token = mintToken({ organizationId: organization, sub: "anna" });
    const post = async (path: string, body: unknown) =>
      (await core(daemon, path, { method: "POST", token, body })).json<{ id: string }>().id;
    const incident = { title: "Down", description: "none", severity: "HIGH", affectedServices: [service] };
    const incidentId = await post("/incidents", incident);
    return post("/remediation/request", { incidentId, actionType: "restart-service" });
  };

  return {
    answered,
    set,
    ask,
    ended,
    start,
    request,
    mailsTo,
    get organization() {
      return organization;
    },
    set organization(value) {
      organization = value;
    },
    get last() {
      return last;
    },
    set last(value) {
      last = value;
    },
    get daemon() {
      return daemon;
    },
  };
}
