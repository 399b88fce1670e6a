import { expect } from "chai";
import type { Diagnosis } from "../../src/model/diagnosis.ts";
import { core } from "../support/daemon.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { obedientModel } from "./obedient-model.ts";

describe("An organization's hostile telemetry", function () {
  this.timeout(120_000);
  const world = obedientModel();

  it("belongs to the organization that sent it, as its budget does", async () => {
    const token = mintToken({ organizationId: "other" });
    const before = world.model.requests.length;
    const body = { title: "Nothing", description: "Nothing is known", severity: "LOW", affectedServices: ["shop-0"] };
    const { id } = (await core(world.daemon, "/incidents", { body, token })).json<{ id: string }>();
    await core(world.daemon, `/incidents/${id}/diagnose`, { method: "POST", token });
    const { diagnosis } = await waitFor(async () => {
      const found = (await core(world.daemon, `/incidents/${id}`, { token })).json<{ diagnosis: Diagnosis | null }>();
      return found.diagnosis !== null && { diagnosis: found.diagnosis };
    });
    expect(diagnosis.model).to.include({ status: "skipped", reason: "There is no evidence that a model could weigh." });
    expect(world.model.requests).to.have.length(before);
  });
});
