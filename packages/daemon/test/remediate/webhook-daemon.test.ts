import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { certificateFor, hasOpenssl } from "../support/certificates.ts";
import { core, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import { type Listening, tlsServer } from "../support/http-probe.ts";
import { waitFor } from "../support/wait.ts";

interface Row {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

const openssl = hasOpenssl();

(openssl ? describe : describe.skip)(
  `A webhook action${openssl ? "" : " (pending: openssl isn't installed)"}`,
  function () {
    this.timeout(40_000);
    const known = getCACertificates("default");
    const received: string[] = [];
    let hook: Listening;
    let daemon: TestDaemon;
    let settings: Readonly<Record<string, string>>;
    before(async () => {
      const certificate = certificateFor("localhost", new Date(Date.now() - DAY_MS), new Date(Date.now() + DAY_MS));
      setDefaultCACertificates([...known, certificate.cert]);
      hook = await tlsServer(certificate, (request, response) => {
        let text = "";
        request
          .on("data", (part: Buffer) => (text += part.toString()))
          .on("end", () => {
            received.push(text);
            response.end("flushed");
          });
      });
      const file = join(temporaryFolder(), "policy.yaml");
      const url = `https://localhost:${hook.port}/flush`;
      const action = { type: "flush-cache", url, secretEnv: "FLUSH_SECRET", parameters: { cache: { type: "string" } } };
      const rules = [{ name: "flushes", verdict: "auto", actions: ["flush-cache"] }];
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ actions: [action], rules }));
      process.env["FLUSH_SECRET"] = "what both sides know";
      settings = { TOCSIN_POLICY_FILE: file, TOCSIN_OUTBOUND_HOSTS: `localhost:${hook.port}` };
      daemon = await startTestDaemon(settings);
    });
    after(async () => {
      await daemon.stop();
      await hook.close();
      delete process.env["FLUSH_SECRET"];
      setDefaultCACertificates(known);
    });

    const flush = async (parameters: object) => {
      const incident = { title: "Stale pages", description: "none", severity: "HIGH", affectedServices: ["edge"] };
      const { id } = (await core(daemon, "/incidents", { body: incident })).json<{ id: string }>();
      return core(daemon, "/remediation/request", { body: { incidentId: id, actionType: "flush-cache", parameters } });
    };
    const ended = ({ id }: Row): Promise<Row> =>
      waitFor(
        async () => {
          const row = (await core(daemon, `/remediation/actions/${id}`)).json<Row>();
          return ["COMPLETED", "FAILED"].includes(row.status) && row;
        },
        { within: 15_000, what: "the end of the action" },
      );

    it("is refused with parameters that the policy file doesn't know", async () => {
      const answer = await flush({ cash: "pages" });
      expect([answer.status, answer.text.includes("/parameters/cash")], answer.text).to.deep.equal([400, true]);
    });

    it("is written down and not sent in the mode simulate", async () => {
      const row = await ended((await flush({ cache: "pages" })).json<Row>());
      expect([row.status, row.error, received]).to.deep.equal(["COMPLETED", null, []]);
    });

    it("is sent once in the mode live, and ends as it was answered", async () => {
      daemon = await daemon.restart({ ...settings, TOCSIN_REMEDIATION_MODE: "live" });
      const answer = await flush({ cache: "prices" });
      expect(answer.status, answer.text).to.equal(201);
      const requested = answer.json<Row>();
      const row = await ended(requested);
      expect([row.status, row.error]).to.deep.equal(["COMPLETED", null]);
      expect(received.map((text) => JSON.parse(text) as unknown)).to.have.length(1);
      expect(JSON.parse(received[0] ?? "")).to.include({ id: requested.id, requestedBy: "tester", approvedBy: null });
    });
  },
);
