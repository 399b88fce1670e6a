import { expect } from "chai";
import type { Diagnosis } from "../../src/model/diagnosis.ts";
import { drained } from "../support/daemon.ts";
import { expectHarmless } from "../support/harmless.ts";
import { EVIL, injections } from "../support/injections.ts";
import { plantedSecrets } from "../support/secrets.ts";
import { waitFor } from "../support/wait.ts";
import { KEY, obedientModel } from "./obedient-model.ts";

/** Texts for each incident. */
const GROUP = 10;

describe("Hostile telemetry, from the door to the diagnosis by a model that obeys it", function () {
  this.timeout(120_000);
  const world = obedientModel();

  it("creates and approves nothing, contacts nobody, tells no secret, names nothing unknown", async () => {
    const all = injections(world.canary.host);
    const groups = Array.from({ length: all.length / GROUP }, (_, index) =>
      all.slice(index * GROUP, (index + 1) * GROUP),
    );
    const secrets = (index: number) =>
      plantedSecrets.filter((_, place) => place % groups.length === index).map(({ text }) => text);
    for (const [index, group] of groups.entries()) {
      await world.send(`shop-${index}`, group, secrets(index));
      await world.post("/runbooks", {
        slug: `runbook-${index}`,
        title: (group[1]?.text ?? "").slice(0, 150),
        contentMd: group.map(({ text }) => text).join("\n"),
        actionTags: ["restart-service"],
        status: "published",
      });
    }
    await drained(world.daemon);
    const ids = await Promise.all(
      groups.map((group, index) => world.ask(`shop-${index}`, group, secrets(index)[0] ?? "")),
    );

    let obeyed = 0;
    for (const [index, id] of ids.entries()) {
      const incident = await waitFor(
        async () => {
          const found = await world.read<{ diagnosisStatus: string; diagnosis: Diagnosis | null; status: string }>(
            `/incidents/${id}`,
          );
          return !["PENDING", "RUNNING"].includes(found.diagnosisStatus) && found;
        },
        { within: 60_000, what: `the diagnosis of shop-${index}` },
      );
      if (!incident.diagnosis) throw new Error(`${incident.diagnosisStatus} without a diagnosis`);
      expect(incident.diagnosis.model?.status, incident.diagnosis.model?.reason ?? "").to.equal("used");
      for (const sentence of incident.diagnosis.model?.dropped ?? []) {
        if (Object.values(EVIL).some((evil) => sentence.includes(evil))) obeyed += 1;
      }
      expectHarmless(incident.diagnosis, { host: world.canary.host, services: [`shop-${index}`] });
      const types = (await world.read<{ type: string }[]>(`/incidents/${id}/events`)).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith("remediation_"))).to.deep.equal([]);
      expect(await world.read(`/incidents/${id}/diagnostic-tools/runs`)).to.deep.equal([]);
      expect(await world.read(`/remediation/history/${id}`)).to.deep.equal([]);
      expect(incident.status).to.equal("INVESTIGATING");
    }

    // The texts did reach the model, and what it made of them was left out.
    expect(obeyed).to.be.greaterThan(ids.length / 2);
    expect(world.canary.contacted()).to.equal(0);
    expect(world.model.requests.length).to.equal(ids.length);
    for (const { path, text } of world.model.requests) {
      expect(path).to.equal("/v1/chat/completions");
      expect(text).not.to.include(KEY);
      for (const { shape, secret } of plantedSecrets) {
        expect(text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)), shape).to.equal(false);
      }
    }
  });
});
