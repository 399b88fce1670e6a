import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type RefusalLookup, type RefusalStore, type Refusals, visibleRefusals } from "../../src/ingest/refusals.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { REFUSALS_KEPT_MS, REFUSED_ORGANIZATIONS_KEPT_MAX } from "../../src/model/ingestion-limits.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { openPostgresIntake } from "../../src/store/queue/postgres-intake.ts";
import { openPostgresIntakeLookup } from "../../src/store/queue/postgres-refusals.ts";
import { openIntakeLookup } from "../../src/store/queue/sqlite-refusals.ts";
import { temporaryFolder } from "../support/daemon.ts";
import { onEachEngine } from "./engines.ts";
import { NOW } from "./samples.ts";

interface Ends {
  readonly store: RefusalStore;
  readonly lookup: RefusalLookup;
  close(): Promise<void>;
}

function openEmbedded(): Ends {
  const folder = temporaryFolder();
  const path = join(folder, "queue.db");
  const store = openEmbeddedQueue({ path, clock: { now: () => NOW }, bytesMax: 1_000_000 });
  const lookup = openIntakeLookup(path);
  return {
    store,
    lookup,
    async close() {
      await lookup.close();
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openShared(url: string): Promise<Ends> {
  const store = await openPostgresIntake(url);
  const lookup = openPostgresIntakeLookup(url);
  return { store, lookup, close: async () => void (await Promise.all([store.close(), lookup.close()])) };
}

const refusal = (fields: Partial<Refusals> = {}): Refusals => ({
  organizationId: "acme",
  reason: "service_limit",
  count: 1,
  firstAt: NOW,
  lastAt: NOW,
  services: ["billing"],
  ...fields,
});

onEachEngine("Refusals", (fresh) => {
  let ends: Ends;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const { target, drop } = await fresh();
    ends = target.kind === "postgres" ? await openShared(target.url) : openEmbedded();
    remove = drop;
  });
  afterEach(async () => {
    await ends.close();
    await remove();
  });

  const keep = (...refusals: readonly Refusals[]) => ends.store.addRefusals(refusals, NOW - REFUSALS_KEPT_MS);
  const listed = (organizationId: string, since = 0) =>
    ends.lookup.refusals({ organizationId, actor: "ada", permissions: [] }, since);

  it("add up by organization and reason, and keep when it began", async () => {
    await keep(refusal({ count: 3 }));
    await keep(
      refusal({ count: 4, firstAt: NOW + 10, lastAt: NOW + 20, services: ["billing", "search"] }),
      refusal({ reason: "queue_share", services: [] }),
      refusal({ organizationId: "depot" }),
    );
    expect(await listed("acme")).to.deep.equal([
      refusal({ count: 7, lastAt: NOW + 20, services: ["billing", "search"] }),
      refusal({ reason: "queue_share", services: [] }),
    ]);
    expect(await listed("depot")).to.have.lengthOf(1);
    expect(await listed("nobody")).to.deep.equal([]);
  });

  it("are told of from a time on, and begin anew once they are forgotten", async () => {
    await keep(refusal({ count: 3 }));
    expect(await listed("acme", NOW + 1)).to.deep.equal([]);
    const later = NOW + REFUSALS_KEPT_MS + 1;
    await ends.store.addRefusals([refusal({ firstAt: later, lastAt: later })], later - REFUSALS_KEPT_MS);
    expect(await listed("acme")).to.deep.equal([refusal({ firstAt: later, lastAt: later })]);
  });

  it("of organizations that somebody made up push out only each other", async () => {
    await keep(refusal({ lastAt: NOW - HOUR_MS }));
    const madeUp = Array.from({ length: REFUSED_ORGANIZATIONS_KEPT_MAX + 5 }, (_, n) =>
      refusal({ organizationId: `made-up-${n}`, reason: "organizations_max", lastAt: NOW + n, services: [] }),
    );
    await keep(...madeUp);
    expect(await listed("acme")).to.have.lengthOf(1);
    expect(await listed("made-up-4"), "among the oldest five").to.deep.equal([]);
    expect(await listed("made-up-5")).to.have.lengthOf(1);
  });
});

describe("Refusals of the default organization", () => {
  it("are visible elsewhere only where the header was missing, without names", async () => {
    const ofDefault = (["default_service_limit", "queue_share"] as const).map((reason) =>
      refusal({ organizationId: "default", reason }),
    );
    const lookup: RefusalLookup = {
      refusals: async ({ organizationId }) => (organizationId === "default" ? ofDefault : []),
    };
    const scope = { organizationId: "shop", actor: "ada", permissions: ["policy:update"] };
    expect(await visibleRefusals(lookup, scope, NOW)).to.deep.equal([{ ...ofDefault[0], services: [] }]);
  });
});
