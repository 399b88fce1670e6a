import { expect } from "chai";
import { MINUTE_MS, toIso } from "../../src/kernel/clock.ts";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { tokenOf } from "../support/tokens.ts";

export interface Incident {
  readonly id: string;
  readonly primaryService: string;
}

/** A daemon for each test of the calling suite, and requests about the sensitivity of detection. */
export function sensitivityRequests() {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await startTestDaemon();
  });
  afterEach(() => daemon.stop());

  const ask = (path: string, options: object = {}, organization = "acme") =>
    core(daemon, path, { token: tokenOf(organization, { sub: "ann", name: "Ann" }), ...options });
  const read = async <Body>(path: string, organization = "acme"): Promise<Body> => {
    const answer = await ask(path, {}, organization);
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Body>();
  };
  return {
    ask,
    read,
    set: (body: unknown, options: object = {}) => ask("/detection/sensitivity", { method: "PUT", body, ...options }),
    /** An hour of latencies around 212 ms, and then so many times as much for six minutes. */
    async shift(service: string, times: number, organization = "acme"): Promise<void> {
      const now = Date.now();
      for (let minute = -66; minute < 0; minute++) {
        const value = minute < -6 ? 200 + ((minute + 66) % 5) * 6 : 212 * times;
        const timestamp = toIso(now + minute * MINUTE_MS);
        const metric = { service, name: "request_duration_p50_ms", unit: "ms", value, timestamp };
        expect((await ingest(daemon, "/events/metrics", metric, { organization })).status).to.equal(202);
      }
      await drained(daemon, { organization });
    },
    /** The services of the incidents that are open. */
    opened: async (organization = "acme"): Promise<string[]> =>
      (await read<Incident[]>("/incidents", organization)).map(({ primaryService }) => primaryService).toSorted(),
    async restart(): Promise<void> {
      daemon = await daemon.restart();
    },
  };
}
