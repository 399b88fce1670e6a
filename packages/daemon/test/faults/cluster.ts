import { core, ingest, temporaryFolder } from "../support/daemon.ts";
import { openDaemonGroup } from "../support/daemon-group.ts";
import { type Load, startLoad } from "../support/load.ts";
import { openPostgresServer, type PostgresServer } from "../support/postgres-server.ts";
import type { DaemonProcess } from "../support/process.ts";
import type { Rabbit } from "../support/rabbit.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export type RoleName = "ingest" | "core" | "worker";

/** One process of the cluster, which is started again on its own data directory. */
export interface Member {
  readonly role: RoleName;
  process: DaemonProcess;
  /** Ends it by a signal and starts it again. */
  replace(signal: NodeJS.Signals): Promise<void>;
}

/** Two processes of each role over a PostgreSQL and a RabbitMQ of their own, under load. */
export interface Cluster {
  readonly members: readonly Member[];
  readonly postgres: PostgresServer;
  readonly rabbit: Rabbit;
  readonly acknowledged: () => number;
  /** Waits until so many more events were answered 202. */
  more(events: number): Promise<void>;
  /** One fatal log of each of some services: each of them has one incident, however often this is called. */
  raiseFaults(): Promise<void>;
  /** Ends the load, waits until everything is processed, and compares. */
  settle(): Promise<Outcome>;
  close(): Promise<void>;
}

export interface Outcome {
  readonly acknowledged: number;
  readonly missing: number;
  readonly doubled: number;
  /** Incidents beyond one for each deduplication key. */
  readonly incidentsTwice: number;
  /** Answers other than 202 and 503, and broken connections. */
  readonly oddAnswers: number;
}

const SERVICES = Array.from({ length: 40 }, (_, index) => `service-${index}`);
const FAULTY = SERVICES.slice(0, 8);
const SENDERS_EACH = 2;
const PAUSE_MS = 20;
const DRAIN_MS_MAX = 120_000;
const MORE_MS_MAX = 60_000;

export async function openCluster(): Promise<Cluster> {
  const postgres = await openPostgresServer();
  const [group] = await Promise.all([openDaemonGroup(postgres.url), postgres.start()]);
  const loads = new Map<Member, Load>();
  const members: Member[] = [];
  for (const role of ["worker", "worker", "ingest", "ingest", "core", "core"] as const) {
    const options = { dataDir: temporaryFolder(), settings: { TOCSIN_DATABASE_CONNECTIONS_MAX: "24" } };
    members.push(await startMember(role, () => group.start(role, options), loads));
  }
  for (const member of members.filter(({ role }) => role === "ingest")) {
    const load = startLoad(SENDERS_EACH, { services: SERVICES, pauseMs: PAUSE_MS });
    loads.set(member, load);
    load.target(member.process.ingest);
  }
  const acknowledged = (): number => [...loads.values()].reduce((sum, load) => sum + load.acknowledged.size, 0);
  const reader = members.find(({ role }) => role === "core") as Member;
  return {
    members,
    postgres,
    rabbit: group.rabbit,
    acknowledged,
    async more(events) {
      const until = acknowledged() + events;
      await waitFor(() => acknowledged() >= until, { within: MORE_MS_MAX, what: `${events} more events` });
    },
    async raiseFaults() {
      const body = FAULTY.map((service) => ({ service, level: "fatal", message: "out of memory" }));
      const [sender] = loads.keys();
      if (sender) await ingest(sender.process, "/events/logs/batch", body).catch(() => undefined);
    },
    async settle() {
      for (const load of loads.values()) await load.stop();
      return outcomeOf([...loads.values()], reader.process);
    },
    async close() {
      for (const load of loads.values()) await load.stop();
      await group.close();
      postgres.remove();
    },
  };
}

async function startMember(
  role: RoleName,
  start: () => Promise<DaemonProcess>,
  loads: ReadonlyMap<Member, Load>,
): Promise<Member> {
  const member: Member = {
    role,
    process: await start(),
    async replace(signal) {
      loads.get(member)?.target(undefined);
      await member.process.end(signal);
      member.process = await start();
      loads.get(member)?.target(member.process.ingest);
    },
  };
  return member;
}

async function outcomeOf(loads: readonly Load[], reader: DaemonProcess): Promise<Outcome> {
  const all = new Set(loads.flatMap((load) => [...load.acknowledged]));
  const result = async () => compare(all, await storedCounts(reader, null));
  await waitFor(async () => (await result()).missing === 0, { within: DRAIN_MS_MAX, what: "all to be stored" }).catch(
    () => undefined,
  );
  const answer = await core(reader, "/incidents?limit=100", { token: mintToken() });
  const keys = answer.json<{ deduplicationKey: string }[]>().map(({ deduplicationKey }) => deduplicationKey);
  const statuses = loads.flatMap((load) => [...load.refused]);
  return {
    acknowledged: all.size,
    ...(await result()),
    incidentsTwice: keys.length - new Set(keys).size,
    oddAnswers: statuses.reduce((sum, [status, count]) => sum + (status === 503 || status === 0 ? 0 : count), 0),
  };
}
