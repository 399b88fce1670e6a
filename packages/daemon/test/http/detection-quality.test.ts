import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { core, drained, ingest, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";

interface Rule {
  readonly id: string;
  readonly mode: string;
  readonly modeSince: string | null;
  readonly modeBy: string | null;
  readonly modeReason: string | null;
}
interface Incident {
  readonly id: string;
}
interface Shadow {
  readonly id: string;
  readonly ruleId: string;
  readonly verdict: string | null;
}
interface Performance {
  readonly ruleId: string;
  readonly noise: number;
  readonly useful: number;
  readonly shadow: { readonly opened: number; readonly useful: number };
}

describe("the quality of detection over HTTP", function () {
  this.timeout(30_000);
  const organization = "acme";
  const token = tokenOf(organization, { sub: "ann", name: "Ann" });
  let daemon: TestDaemon;
  beforeEach(async () => {
    const folder = temporaryFolder();
    const file = join(folder, "detection.yaml");
    writeFileSync(
      file,
      "extends: default\nrules:\n  - { id: only-watches, pattern: log-fatal, services: [pay], mode: shadow }\n",
    );
    daemon = await startTestDaemon({ TOCSIN_DETECTION_FILE: file }, folder);
  });
  afterEach(() => daemon.stop());

  const send = (path: string, body: unknown, options: object = {}): Promise<Answer> =>
    core(daemon, path, { token, body, ...options });
  const read = async <Body>(path: string): Promise<Body> => {
    const answer = await core(daemon, path, { token });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Body>();
  };
  const setMode = (rule: string, body: unknown) => send(`/detection/rules/${rule}/mode`, body, { method: "PUT" });
  const ruleOf = async (id: string) => (await read<Rule[]>("/detection/rules")).find((rule) => rule.id === id);
  const fatal = async (service: string): Promise<void> => {
    await ingest(daemon, "/events/logs", { service, level: "fatal", message: "out of memory" }, { organization });
    await drained(daemon, { organization });
  };

  it("takes what somebody thinks of an incident, once a person and once a key", async () => {
    await fatal("checkout");
    const [incident] = await read<Incident[]>("/incidents");
    const path = `/incidents/${incident?.id}/feedback`;
    const keyed = { headers: { "idempotency-key": "one" } };
    const first = await send(path, { verdict: "noise", note: "  " }, keyed);
    expect(first.status, first.text).to.equal(201);
    expect(first.json()).to.include({ incidentId: incident?.id, verdict: "noise", note: null, by: "Ann" });
    const again = await send(path, { verdict: "noise", note: "  " }, keyed);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect(again.status).to.equal(201);
    expect((await send(path, { verdict: "useful", note: "We lost orders." })).status).to.equal(200);
    expect(await read<unknown[]>(path)).to.have.length(1);
    const performance = await read<Performance[]>("/detection/performance?ruleId=log-fatal");
    expect(performance).to.have.length(1);
    expect(performance[0]).to.include({ ruleId: "log-fatal", useful: 1, noise: 0 });
    const timeline = await read<{ type: string; title: string }[]>(`/incidents/${incident?.id}/events`);
    expect(timeline.filter(({ type }) => type === "note").map(({ title }) => title)).to.deep.equal([
      "Feedback: noise",
      "Feedback: useful",
    ]);
  });

  it("refuses what is no verdict, with the place where it stands", async () => {
    await fatal("checkout");
    const [incident] = await read<Incident[]>("/incidents");
    for (const [body, path] of [
      [{}, "/verdict"],
      [{ verdict: "meh" }, "/verdict"],
      [{ verdict: "noise", note: "x".repeat(2001) }, "/note"],
    ] as const) {
      const answer = await send(`/incidents/${incident?.id}/feedback`, body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal(path);
    }
  });

  it("lets a rule only watch, by the file and by the organization, and go back to what the file says", async () => {
    expect(await ruleOf("only-watches")).to.include({ mode: "shadow", modeSince: null });
    const set = await setMode("log-fatal", { mode: "shadow", reason: "too loud" });
    expect(set.status, set.text).to.equal(200);
    expect(set.json()).to.include({ mode: "shadow", fileMode: "active", modeBy: "Ann", modeReason: "too loud" });
    await fatal("pay");
    expect(await read("/incidents")).to.deep.equal([]);
    const openings = await read<Shadow[]>("/detection/shadow");
    expect(openings.map(({ ruleId }) => ruleId).toSorted()).to.deep.equal(["log-fatal", "only-watches"]);
    const watched = openings.find(({ ruleId }) => ruleId === "only-watches") as Shadow;
    const said = await send(`/detection/shadow/${watched.id}/feedback`, { verdict: "useful" });
    expect(said.status, said.text).to.equal(201);
    expect(await read(`/detection/shadow/${watched.id}`)).to.include({ verdict: "useful", verdictFrom: "feedback" });
    const [performance] = await read<Performance[]>("/detection/performance?ruleId=only-watches&days=1");
    expect(performance?.shadow).to.include({ opened: 1, useful: 1 });
    const early = await setMode("only-watches", { mode: "active", reason: "good enough" });
    expect(early.json<Rule>().modeReason).to.match(/^good enough \(Promoted before it was earned: 1 of 1 /);
    await setMode("log-fatal", { mode: null, reason: "as it was" });
    expect(await ruleOf("log-fatal")).to.include({ mode: "active", fileMode: "active", modeBy: "Ann" });
    await fatal("other");
    expect(await read<Incident[]>("/incidents")).to.have.length(1);
  });

  it("says of a rule that isn't in force that it isn't there, and asks for a reason", async () => {
    expect((await setMode("no-such-rule", { mode: "shadow", reason: "r" })).status).to.equal(404);
    expect((await setMode("log-fatal", { mode: "shadow" })).status).to.equal(400);
    expect((await setMode("log-fatal", { mode: "shadow", reason: " " })).status).to.equal(400);
    expect((await setMode("log-fatal", { mode: "off", reason: "r" })).status).to.equal(400);
    expect(await read("/detection/performance?ruleId=no-such-rule")).to.deep.equal([]);
    expect((await core(daemon, "/detection/shadow?cursor=x", { token })).status).to.equal(400);
  });
});
