import http from "node:http";
import { expect } from "chai";
import { type Belongings, furnish } from "../support/belongings.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { SECRET, tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { problemsOf } from "./check-answer.ts";
import { type FuzzRequest, requestsOfRound } from "./requests.ts";
import { type RawAnswer, sendRaw } from "./send-request.ts";

/** Requests of each operation in one round; each round has an organization of its own. */
export const OF_EACH = 20;
const HANGS_MS = 2_000;
const PROBLEMS_MAX = 20;
/** Slow answers of a round that are looked into. */
const SLOW_MAX = 20;
const CONNECTIONS = 4;

/** Planted where no answer may ever take them from. */
export const CANARIES = {
  sealing: "canary-Vt7qLw2ZnXr9Kd4MhYp6JsGc8BfEa3Ui",
  ingestion: "canary-of-the-ingestion-key",
  channel: "canary-of-the-signing-key",
  address: "canary-of-the-address",
};

export const seed = environmentNumber("TOCSIN_TEST_SEED", Math.floor(Math.random() * 2 ** 31));
/** Rounds go on for so long; without it there is one, so that a run is bounded by its number of requests. */
export const seconds = environmentNumber("TOCSIN_FUZZ_SECONDS", 0);

/** The stores and helpers of the tests about every operation of both interfaces, asked with hostile values (TOCSIN_TEST_SEED=${seed}). */
export function operationFuzzer() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  let daemon: TestDaemon;
  let secrets: readonly string[] = [];
  /** Answered late: looked into at the end of the round. */
  const slow: { readonly raw: Parameters<typeof sendRaw>[0]; readonly what: string }[] = [];
  /** Readiness that was denied. The same request is sent again at the end of the round. */
  const unready: typeof slow = [];
  /** Libraries write these past the log. */
  const warnings: string[] = [];
  const keepWarning = ({ message }: Error) => void warnings.push(message);
  let sent = 0;

  const report = (problem: string): void => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  };

  const tokens = (owner: Belongings): Readonly<Record<FuzzRequest["caller"], string | undefined>> => ({
    owner: owner.token,
    other: tokenOf("somebody-else"),
    powerless: tokenOf(owner.organization, { permissions: [] }),
    nobody: undefined,
  });

  function toSend(request: FuzzRequest, owner: Belongings): Parameters<typeof sendRaw>[0] {
    const filled = (text: string): string =>
      text.replaceAll(/@owned:([\w-]+)/g, (_all, word: string) => owner.ids.get(word) ?? word);
    const token = tokens(owner)[request.caller];
    const identity: Record<string, string> =
      request.interfaceName === "core"
        ? token === undefined
          ? {}
          : { authorization: `Bearer ${token}` }
        : request.caller === "nobody"
          ? {}
          : { "x-api-key": CANARIES.ingestion, "x-organization-id": owner.organization };
    return {
      base: daemon[request.interfaceName],
      method: request.method,
      path: filled(request.path),
      headers: { ...identity, ...request.headers },
      body: request.body === undefined ? undefined : filled(request.body),
      streams: request.operation.streams,
    };
  }

  /**
   * Asked again with nothing beside it, three times. Time of the processor is held against the limit, since others may
   * use the machine too; a wait counts only where a plain list is answered at once.
   */
  async function hangs(raw: Parameters<typeof sendRaw>[0]): Promise<boolean> {
    for (let again = 0; again < 3; again += 1) {
      const before = process.cpuUsage();
      const { tookMs } = await sendRaw(raw, agent);
      const { user, system } = process.cpuUsage(before);
      if (tookMs <= HANGS_MS) return false;
      if ((user + system) / 1000 > HANGS_MS) continue;
      const plain = await sendRaw(
        { ...raw, base: daemon.core, method: "GET", path: "/incidents", body: undefined },
        agent,
      );
      if (plain.tookMs > HANGS_MS / 4) return false;
    }
    return true;
  }

  async function ask(request: FuzzRequest, owner: Belongings): Promise<void> {
    const raw = toSend(request, owner);
    const logged = daemon.log.length;
    const describe = (problem: string): string => {
      const errors = daemon.log.slice(logged).filter(({ level }) => level === "error");
      const what = `${raw.method} ${raw.path.slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)} ${raw.body?.slice(0, 600) ?? ""}`;
      return `${request.operation.id}: ${problem}: ${what}\n${errors.map(({ fields }) => String(fields["error"])).join("\n")}`;
    };
    let answer: RawAnswer;
    try {
      answer = await sendRaw(raw, agent);
    } catch (error) {
      return report(describe(String(error)));
    }
    sent += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    for (const problem of problemsOf(request, answer, secrets)) {
      const what = describe(`${problem} (${answer.text.slice(0, 300)})`);
      // A daemon that gets no time from a busy machine says so. It must be ready once it has time again.
      if (problem === "503" && request.operation.id === "checkReadiness") unready.push({ raw, what });
      else report(what);
    }
    if (answer.tookMs > HANGS_MS) slow.push({ raw, what: describe(`${Math.round(answer.tookMs)} ms`) });
  }

  /** Things to act on, with secrets among them. */
  async function furnished(round: number): Promise<Belongings> {
    const owner = await furnish(daemon, `fuzz-${round}`, CANARIES.ingestion);
    const channel = {
      name: "with secrets",
      kind: "webhook",
      settings: { url: `https://nowhere.invalid/${CANARIES.address}` },
      secret: CANARIES.channel,
    };
    const made = await core(daemon, "/notifications/channels", { token: owner.token, body: channel });
    expect(made.status, made.text).to.equal(201);
    return owner;
  }

  async function playRound(round: number): Promise<void> {
    const owner = await furnished(round);
    const requests = requestsOfRound(seed + round, OF_EACH);
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) await ask(request, owner);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
    for (const { raw, what } of slow.splice(0).slice(0, SLOW_MAX))
      if (await hangs(raw).catch(() => false)) report(what);
    for (const { raw, what } of unready.splice(0))
      await waitFor(async () => (await sendRaw(raw, agent)).status < 500).catch(() => report(what));
  }

  before(async () => {
    process.on("warning", keepWarning);
    daemon = await startTestDaemon({
      TOCSIN_SECRET_KEY: CANARIES.sealing,
      TOCSIN_INGEST_API_KEY: CANARIES.ingestion,
    });
    secrets = [...Object.values(CANARIES), SECRET, daemon.dataDir];
    const began = performance.now();
    let round = 0;
    do await playRound(round++);
    while (problems.length < PROBLEMS_MAX && performance.now() - began < seconds * 1000);
  });
  after(async () => {
    agent.destroy();
    await daemon.stop();
    process.off("warning", keepWarning);
  });

  return {
    problems,
    statuses,
    warnings,
    get sent() {
      return sent;
    },
    get daemon() {
      return daemon;
    },
  };
}
