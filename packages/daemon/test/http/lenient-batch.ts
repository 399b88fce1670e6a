import { expect } from "chai";
import { core, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export interface DeadLetter {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly receivedAt: string;
  readonly reason: string;
  readonly attempts: number;
  readonly payload: unknown;
}

export const LENIENT = "/events/logs/batch?onInvalid=skip";

/** The stores and helpers of the tests about a lenient batch. */
export function lenientBatch() {
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon({
      TOCSIN_SERVICES_MAX: "2",
      TOCSIN_EVENT_BYTES_MAX: "2048",
      TOCSIN_BATCH_EVENTS_MAX: "500",
    });
  });
  beforeEach(() => {
    organization = `lenient-${++last}`;
  });
  after(() => daemon.stop());

  const send = (events: unknown) => ingest(daemon, LENIENT, events, { organization });
  const deadLetters = async (query = ""): Promise<DeadLetter[]> => {
    const answer = await core(daemon, `/events/dead-letters${query}`, { token: tokenOf(organization) });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<DeadLetter[]>();
  };
  const deadLettersWhen = (count: number): Promise<DeadLetter[]> =>
    waitFor(
      async () => {
        const found = await deadLetters();
        return found.length >= count && found;
      },
      { what: `${count} dead letters` },
    );
  const replay = (id: string, token = tokenOf(organization)) =>
    core(daemon, `/events/dead-letters/${id}/replay`, { method: "POST", token });

  return {
    send,
    deadLettersWhen: deadLettersWhen,
    deadLetters,
    replay,
    get daemon() {
      return daemon;
    },
    set daemon(value: TestDaemon) {
      daemon = value;
    },
    get organization() {
      return organization;
    },
  };
}
