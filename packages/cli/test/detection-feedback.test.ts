import { expect } from "chai";
import { FIRST, feedback } from "./detection-quality-samples.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

const SECOND = "019353f2-0000-7000-8000-000000000002";

describe("incident feedback", () => {
  const fake = fakeSession();
  const sent = (url: string): unknown[] =>
    fake.server.requests.filter((each) => each.url === url).map(({ body }) => JSON.parse(body ?? "{}") as unknown);

  it("incident feedback judges several incidents, also from stdin", async () => {
    const routes = [FIRST, SECOND].flatMap((id) => [
      [`GET /incidents/${id}`, json({ id })] as const,
      [`POST /incidents/${id}/feedback`, json({ ...feedback, incidentId: id }, 201)] as const,
    ]);
    await fake.serve(Object.fromEntries(routes));
    const { stdout, code } = await fake.run("incident feedback - Noise --note again", `${FIRST}\n${SECOND}\n`);
    expect(code).to.equal(0);
    expect(stdout).to.equal("019353e1 is noise, says Ada.\n019353f2 is noise, says Ada.\n");
    for (const id of [FIRST, SECOND]) {
      expect(sent(`/incidents/${id}/feedback`)).to.deep.equal([{ verdict: "noise", note: "again" }]);
    }
  });

  it("incident feedback with an id only lists the verdicts", async () => {
    await fake.serve({
      [`GET /incidents/${FIRST}`]: json({ id: FIRST }),
      [`GET /incidents/${FIRST}/feedback`]: json([feedback]),
    });
    const { stdout } = await fake.run(`incident feedback ${FIRST}`);
    expect(stdout).to.match(/^Ada\tnoise\tThe import\.\t/);
  });

  it("incident feedback rejects several ids without a verdict", async () => {
    await fake.serve({});
    for (const words of ["", `${FIRST} ${SECOND}`, "noise"]) {
      const { code, stderr } = await fake.run(`incident feedback ${words}`.trim());
      expect(code, words).to.equal(2);
      expect(stderr).to.contain("useful or noise");
    }
  });

  it("incident feedback rejects a note without a verdict", async () => {
    await fake.serve({});
    const { code, stderr } = await fake.run(`incident feedback ${FIRST} --note why`);
    expect(code).to.equal(2);
    expect(stderr).to.contain("useful or noise");
  });
});
