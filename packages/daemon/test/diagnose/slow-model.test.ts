import { expect } from "chai";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { beginStream, type FakeModel, refuse, startModel } from "../support/models.ts";
import { waitFor } from "../support/wait.ts";

describe("A daemon with a model that doesn't end", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  let model: FakeModel;

  before(async () => {
    model = await startModel((_asked, response, call) =>
      call === 1 ? beginStream(response) : refuse(response, 400, "No."),
    );
    daemon = await startTestDaemon({ TOCSIN_OPENAI_API_KEY: "a-key", TOCSIN_OPENAI_BASE_URL: model.url });
  });
  after(async () => {
    await daemon.stop();
    await model.stop();
  });

  const asked = async (title: string): Promise<string> => {
    const body = { title, description: "none", severity: "HIGH", affectedServices: ["checkout"] };
    const { id } = (await core(daemon, "/incidents", { body })).json<{ id: string }>();
    expect((await core(daemon, `/incidents/${id}/diagnose`, { method: "POST" })).status).to.equal(200);
    return id;
  };
  const statusOf = async (id: string): Promise<string> =>
    (await core(daemon, `/incidents/${id}`)).json<{ diagnosisStatus: string }>().diagnosisStatus;

  it("ends other diagnoses meanwhile", async () => {
    const logs = Array.from({ length: 40 }, (_, index) => ({
      service: "checkout",
      level: index < 20 ? "info" : "error",
      message: index < 20 ? "an order was placed" : "payment refused",
      timestamp: new Date(Date.now() - (40 - index) * 60_000).toISOString(),
    }));
    expect((await ingest(daemon, "/events/logs/batch", logs)).status).to.equal(202);
    await drained(daemon);
    const slow = await asked("The first");
    await waitFor(async () => model.requests.length === 1, { what: "the question to the model" });
    const next = await asked("The second");
    await waitFor(async () => ["COMPLETED", "INCONCLUSIVE"].includes(await statusOf(next)), {
      what: "the end of the second diagnosis",
    });
    expect(await statusOf(slow)).to.equal("RUNNING");
  });
});
