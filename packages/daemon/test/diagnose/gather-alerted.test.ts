import { expect } from "chai";
import { createIncidentStore } from "../../src/app/wiring/incident-wiring.ts";
import { ALERTED_MAX } from "../../src/diagnose/gather/gathering-limits.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, incident, log, NOW } from "../store/samples.ts";
import { at, type Surroundings, surroundings } from "./gather-support.ts";

onEachEngine("Services in trouble at the time of an incident", (fresh) => {
  let around: Surroundings;
  beforeEach(async () => {
    around = await surroundings(await fresh());
  });
  afterEach(() => around.drop());

  /** Opens another incident, of these services. */
  const alarm = (services: readonly string[], createdAt = NOW): Promise<unknown> => {
    const given = { primaryService: services[0] as string, affectedServices: services, createdAt };
    const other = incident({ ...given, id: uuidv7(NOW), deduplicationKey: uuidv7(NOW) });
    return createIncidentStore(around.database, { now: () => NOW }).create(ACME, other, []);
  };

  it("are seen where requests or complaints connect them with it, and no others", async () => {
    for (const name of ["orders", "stock", "printer"]) await alarm([name]);
    await alarm(["late"], NOW + HOUR_MS);
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const error = (service: string, message: string, more: object = {}) =>
      log({ service, level: "error", message, timestamp: at(-3), ...more });
    await around.keep([
      error("checkout", "orders answered 500"),
      error("orders", "no answer", { traceId }),
      error("stock", "no row for order 7", { traceId, timestamp: at(-3) + 1 }),
      error("printer", "no paper"),
      error("late", "checkout is slow"),
    ]);
    const { services, patterns, volumes } = await around.picture(incident());
    expect(services.map(({ name, distance }) => `${name} ${distance}`)).to.deep.equal([
      ...["checkout 0", "orders 1", "stock 2"],
    ]);
    for (const found of [patterns, volumes])
      expect(found.map(({ service }) => service)).to.have.members(["checkout", "orders", "stock"]);
  });

  it("are said to be more than were looked at", async () => {
    const names = Array.from({ length: ALERTED_MAX + 1 }, (_, n) => `other-${n}`);
    await alarm(["checkout", ...names.slice(1)]);
    expect((await around.picture(incident())).omitted).to.deep.equal([]);
    await alarm(names.slice(0, 1));
    expect((await around.picture(incident())).omitted).to.deep.equal([
      "Not all incidents that opened at about the same time were looked at for services that may belong to this one.",
    ]);
  });

  it("are said to be more where not all incidents were looked at", async () => {
    for (let many = 0; many < 200; many += 1) await alarm(["checkout"]);
    expect((await around.picture(incident())).omitted).to.deep.equal([]);
    await alarm(["checkout"]);
    expect((await around.picture(incident())).omitted.join()).to.contain("Not all incidents");
  }).timeout(60_000);

  it("don't count among what was read where nothing connects them with it", async () => {
    await alarm(["printer"]);
    const loud = Array.from({ length: 3000 }, (_, n) => log({ service: "printer", timestamp: at(-9) + n }));
    await around.keep([log({ timestamp: at(-3) }), ...loud]);
    const { services, omitted } = await around.picture(incident());
    expect(services.map(({ name }) => name)).to.deep.equal(["checkout"]);
    expect(omitted).to.deep.equal([]);
    await around.keep([log({ level: "error", message: "printer answered 500", timestamp: at(-2) })]);
    expect((await around.picture(incident())).omitted.join()).to.match(/\d+ of 3002 events were read/);
  });
});
