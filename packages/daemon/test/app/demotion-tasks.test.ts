import { expect } from "chai";
import { demotionTasks } from "../../src/app/wiring/demotion-tasks.ts";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import { createChannelStore } from "../../src/store/notifications/channel-store.ts";
import { builtInRules } from "../detect/support.ts";
import { channel } from "../store/channel-sample.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { ACME, incident } from "../store/samples.ts";

onEachEngine("A rule that is mostly noise", (fresh) => {
  let store: Fresh;
  beforeEach(async () => {
    store = await fresh();
  });
  afterEach(() => store.drop());

  it("goes to shadow with a word in the log and one to channels, unless the setting says that none does", async () => {
    const database = await store.openDatabase();
    const channels = createChannelStore(database);
    await channels.add(ACME, channel({ events: ["rule_demoted"], services: ["ledger"] }));
    await channels.add(ACME, channel({ events: ["rule_demoted"], minSeverity: "CRITICAL" }));
    const incidents = createIncidentStore(database, { now: () => Date.now() });
    for (let n = 0; n < 20; n++) {
      const createdAt = Date.now();
      const opened = incident({ id: uuidv7(createdAt), primaryService: `s${n}`, ruleId: "log-error-rate", createdAt });
      await incidents.create(ACME, opened, []);
      await changeStatus(incidents, { ...ACME, actor: "Ann" }, opened.id, "CLOSED", createdAt);
    }
    const warned: unknown[] = [];
    const nothing = (): void => undefined;
    const warn = (_message: string, fields: unknown): void => void warned.push(fields);
    const logger: Logger = { debug: nothing, info: nothing, error: nothing, warn };
    const tasks = (detectionAutoDemote: boolean) =>
      demotionTasks(
        { config: { detectionAutoDemote }, rules: builtInRules, database, logger },
        new AbortController().signal,
      );
    expect(tasks(false)).to.deep.equal([]);
    await Promise.all([...tasks(true), ...tasks(true)].map((task) => task.run()));
    expect(warned).to.have.length(1);
    expect(warned[0]).to.include({ organizationId: "acme", ruleId: "log-error-rate" });
    const { deliveries } = await channels.deliveries(ACME, { limit: 10 });
    expect(deliveries.map(({ event }) => event)).to.deep.equal(["rule_demoted"]);
    const [reported] = (await incidents.timeline(ACME, deliveries[0]?.incidentId ?? "")).filter(
      ({ type }) => type === "note",
    );
    expect(reported?.title).to.equal("The rule log-error-rate only watches from now on");
    expect(reported?.detail).to.match(/^It was mostly noise\. 0 of 20 judged openings were useful/);
  });
});
