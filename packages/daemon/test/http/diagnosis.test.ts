import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { openStream, type StreamMessage, type TestStream } from "../support/stream.ts";
import { mintToken, tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Answered {
  readonly id: string;
  readonly status: string;
  readonly diagnosisStatus: string;
  readonly diagnosis: Readonly<Record<string, unknown>> | null;
}

const HOLDING = ["COMPLETED", "INCONCLUSIVE"];

describe("POST /incidents/:id/diagnose", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  const open: TestStream[] = [];
  before(async () => {
    daemon = await startTestDaemon();
  });
  beforeEach(() => {
    organization = `diagnosis-${++last}`;
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  after(() => daemon.stop());

  const create = async (): Promise<string> => {
    const body = { title: "Checkout fails", description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    return (await core(daemon, "/incidents", { token: tokenOf(organization), body })).json<Answered>().id;
  };
  const ask = (id: string, token = tokenOf(organization)) =>
    core(daemon, `/incidents/${id}/diagnose`, { method: "POST", token });
  const get = async (id: string): Promise<Answered> =>
    (await core(daemon, `/incidents/${id}`, { token: tokenOf(organization) })).json<Answered>();
  /** The incident when its diagnosis has ended; it is looked at all the while. */
  const diagnosed = (id: string): Promise<Answered> =>
    waitFor(
      async () => {
        const incident = await get(id);
        const { diagnosis, diagnosisStatus } = incident;
        expect(diagnosis !== null, diagnosisStatus).to.equal(HOLDING.includes(diagnosisStatus));
        return [...HOLDING, "FAILED"].includes(diagnosisStatus) && incident;
      },
      { what: "the end of the diagnosis" },
    );
  const timeline = async (id: string): Promise<{ type: string; actor: string }[]> =>
    (await core(daemon, `/incidents/${id}/events`, { token: tokenOf(organization) })).json();
  const read = async (lastEventId?: string): Promise<TestStream> => {
    const stream = await openStream(daemon.core, tokenOf(organization), lastEventId);
    open.push(stream);
    return stream;
  };
  const progress = ({ messages }: TestStream): StreamMessage[] => messages.filter(({ event }) => event === "diagnosis");
  const toTheEnd = (stream: TestStream): Promise<boolean> =>
    waitFor(() => progress(stream).some(({ data }) => data["stage"] === "finished"), { what: "the last stage" });

  it("answers queued at once, and the diagnosis comes; meanwhile there is none", async () => {
    const id = await create();
    const answer = await ask(id);
    expect([answer.status, answer.json()]).to.deep.equal([200, { queued: true }]);
    const incident = await diagnosed(id);
    expect(incident.status).to.equal("INVESTIGATING");
    expect(HOLDING).to.include(incident.diagnosisStatus);
    expect(incident.diagnosis?.["summary"]).to.be.a("string").that.is.not.empty;
  });

  it("asked for fifty times at once, before a worker comes, is one diagnosis for all of them", async () => {
    const waiting = await startTestDaemon({ TOCSIN_ROLES: "ingest,core" });
    const body = { title: "Wanted", description: "none", severity: "LOW", affectedServices: ["api"] };
    const { id } = (await core(waiting, "/incidents", { body })).json<Answered>();
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => core(waiting, `/incidents/${id}/diagnose`, { method: "POST" })),
    );
    expect(asked.map(({ status, text }) => `${status} ${text}`)).to.deep.equal(Array(50).fill('200 {"queued":true}'));
    const working = await waiting.restart({});
    const types = async (): Promise<string[]> =>
      (await core(working, `/incidents/${id}/events`)).json<{ type: string }[]>().map(({ type }) => type);
    await waitFor(async () => (await types()).includes("diagnosis_completed"), { what: "the diagnosis" });
    expect(await types()).to.deep.equal([
      "incident_created",
      "diagnosis_started",
      "status_changed",
      "diagnosis_completed",
    ]);
    await working.stop();
  });

  it("tells the stream of each stage in order, with exactly what is promised, and replays it", async () => {
    const stream = await read();
    const id = await create();
    await ask(id);
    await toTheEnd(stream);
    const stages = progress(stream).map(({ data }) => data["stage"]);
    expect(stages).to.deep.equal(["queued", "gathering", "analysing", "finished"]);
    for (const { data } of progress(stream)) {
      expect(data).to.have.all.keys("incidentId", "diagnosisStatus", "stage", "message", "at");
      expect(data).to.include({ incidentId: id });
    }
    const statuses = stream.messages
      .filter(({ event }) => event === undefined)
      .map(({ data }) => data["diagnosisStatus"]);
    expect(statuses).to.deep.equal(["PENDING", "RUNNING", progress(stream).at(-1)?.data["diagnosisStatus"]]);
    const again = await read("1");
    await toTheEnd(again);
    expect(again.messages).to.deep.equal(stream.messages.slice(1));
  });

  it("can be asked for again when it has ended", async () => {
    const id = await create();
    await ask(id);
    await diagnosed(id);
    await ask(id);
    await waitFor(async () => (await timeline(id)).filter(({ type }) => type === "diagnosis_completed").length === 2, {
      what: "the second diagnosis",
    });
    expect(await diagnosed(id)).to.include({ status: "INVESTIGATING" });
  });

  it("isn't to be had for another organization's incident, nor without the permission", async () => {
    const id = await create();
    expect((await ask(id, tokenOf("somebody-else"))).status).to.equal(404);
    const looking = mintToken({ organizationId: organization, permissions: ["incidents:view"] });
    expect((await ask(id, looking)).status).to.equal(403);
    expect(await get(id)).to.include({ diagnosisStatus: "PENDING", status: "OPEN" });
    expect((await timeline(id)).map(({ type }) => type)).to.deep.equal(["incident_created"]);
  });

  it("comes by itself where the setting says so", async () => {
    const automatic = await startTestDaemon({ TOCSIN_AUTO_DIAGNOSE: "true" });
    try {
      const body = { title: "By itself", description: "none", severity: "LOW", affectedServices: ["api"] };
      const { id } = (await core(automatic, "/incidents", { body })).json<Answered>();
      await waitFor(
        async () => HOLDING.includes((await core(automatic, `/incidents/${id}`)).json<Answered>().diagnosisStatus),
        { what: "the diagnosis" },
      );
    } finally {
      await automatic.stop();
    }
  });
});
