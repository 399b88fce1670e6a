import { expect } from "chai";
import { CHANNELS_MAX } from "../../src/model/record-limits.ts";
import { onEachEngine } from "./engines.ts";
import { notificationWorld } from "./notification-world.ts";
import { queriesOf } from "./queries.ts";
import { ACME } from "./samples.ts";

onEachEngine("Channels of notifications", (fresh) => {
  const { time, world, listen, open, list } = notificationWorld(fresh);

  it("have channels with names of their own, so many at most", async () => {
    await listen({ name: "chat" });
    await listen({ name: "chat", organizationId: "other" });
    expect(await listen({ name: "chat" }).catch((error: unknown) => error)).to.include({ code: "already_exists" });
    for (let count = 1; count < CHANNELS_MAX; count++) await listen({ name: `chat ${count}` });
    expect(await listen().catch((error: unknown) => error)).to.include({ code: "limit_reached" });
    const names = (await world.channels.list(ACME)).map((known) => known.channel.name);
    expect(names).to.deep.equal(names.toSorted());
    const [, second] = await world.channels.list(ACME);
    const id = second?.channel.id ?? "";
    const taken = world.channels.change(
      ACME,
      id,
      (found) => ({ channel: { ...found, name: "chat" }, revive: false }),
      time.now,
    );
    expect(await taken.catch((error: unknown) => error)).to.include({ code: "already_exists" });
  });

  it("are listed, counted, found due and begun from indexes", async () => {
    const { id: channelId } = await listen();
    const { id: incidentId } = await open();
    for (const filter of [
      {},
      { status: "dead" },
      { channelId },
      { channelId, status: "dead" },
      { incidentId },
    ] as const) {
      const [query] = await queriesOf(world.database, () => list(filter));
      const index = {
        "": /by_organization/,
        status: /by_status/,
        channelId: /by_channel/,
        "channelId status": /of_channel/,
        incidentId: /by_incident/,
      }[Object.keys(filter).join(" ")];
      expect(query?.plan, query?.sql).to.match(index as RegExp);
      expect(query?.plan, query?.sql).to.not.match(/TEMP B-TREE|Sort/);
    }
    const every = [
      { incidentId, channelId, status: "dead" },
      { incidentId, status: "dead" },
    ] as const;
    for (const filter of every) {
      const [query] = await queriesOf(world.database, () => list(filter));
      expect(query?.plan, query?.sql).to.match(/by_incident/);
    }
    const [due] = await queriesOf(world.database, () => world.outbox.due(time.now, 10));
    expect(due?.plan).to.match(/notification_channel_due/);
    const [, waiting] = await queriesOf(world.database, () => world.channels.get(ACME, channelId));
    // Of so few rows PostgreSQL takes any index of the organization.
    expect(waiting?.plan).to.match(world.database.kind === "sqlite" ? /of_channel/ : /notification_delivery_/);
  });
});
