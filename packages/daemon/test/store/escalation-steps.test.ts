import { expect } from "chai";
import { changeStatus } from "../../src/incident/change-status.ts";
import { ESCALATION_STEPS_MAX } from "../../src/model/record-limits.ts";
import { onEachEngine } from "./engines.ts";
import { escalationWorld } from "./escalation-world.ts";
import { ACME, incident, OTHER } from "./samples.ts";

onEachEngine("Steps of an escalation", (fresh) => {
  const world = escalationWorld(fresh);

  it("leaves one assignee and as many entries as there were callers at once", async () => {
    const ids = [await world.join("first", true), await world.join("second", true)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.to()));
    expect(answers.every(({ escalated }) => escalated)).to.equal(true);
    const reported = await world.escalations();
    expect(reported).to.have.length(10);
    expect((await world.deps.incidents.get(ACME, world.made.id)).assigneeId).to.equal(
      reported.at(-1)?.metadata["targetId"],
    );
    expect(ids).to.include(reported.at(-1)?.metadata["targetId"]);
  });

  it("reads the newest steps of one incident alone, in their order", async () => {
    const other = incident();
    await world.deps.incidents.create(ACME, other, []);
    await changeStatus(world.deps.incidents, ACME, other.id, "CLOSED", world.now);
    const entry = (from: string, to: string) => ({
      type: "status_changed" as const,
      actor: "Ada",
      title: "moved",
      detail: "",
      metadata: { from, to },
    });
    const timeline = [
      { ...entry("", ""), type: "note" as const },
      ...Array.from({ length: ESCALATION_STEPS_MAX + 5 }, (_, number) => entry("OPEN", `${number}`)),
    ];
    await world.deps.incidents.change(ACME, world.made.id, () => ({ fields: {}, timeline, announce: false }));
    const steps = await world.deps.escalations.escalationSteps(ACME, world.made.id);
    expect(steps).to.have.length(ESCALATION_STEPS_MAX);
    expect(steps[0]?.metadata["to"]).to.equal("5");
    expect(steps.at(-1)?.metadata["to"]).to.equal(`${ESCALATION_STEPS_MAX + 4}`);
    expect(await world.deps.escalations.escalationSteps(OTHER, world.made.id)).to.deep.equal([]);
  });
});
