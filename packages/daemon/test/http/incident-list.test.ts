import { expect } from "chai";
import { type Incident, incidentRequests } from "./incident-requests.ts";

describe("The list of incidents over HTTP", function () {
  this.timeout(30_000);
  const world = incidentRequests();

  it("are listed by status, severity, service and any of them together", async () => {
    const a = await world.create("a", { severity: "CRITICAL", affectedServices: ["api", "web"] });
    await world.create("b", { severity: "HIGH", affectedServices: ["web"] });
    await world.create("c", { severity: "CRITICAL", affectedServices: ["api-gateway"] });
    await world.move(a.id, "RESOLVED");
    expect(await world.titles("")).to.deep.equal(["c", "b", "a"]);
    expect(await world.titles("?status=RESOLVED")).to.deep.equal(["a"]);
    expect(await world.titles("?severity=CRITICAL")).to.deep.equal(["c", "a"]);
    expect(await world.titles("?service=api")).to.deep.equal(["a"]);
    expect(await world.titles("?service=web&severity=HIGH&status=OPEN")).to.deep.equal(["b"]);
    expect(await world.titles("?service=web&severity=LOW")).to.deep.equal([]);
    expect(await world.titles("?assigneeId=01900000-0000-7000-8000-000000000000")).to.deep.equal([]);
    expect(await world.titles("?sortBy=severity")).to.deep.equal(["c", "a", "b"]);
    expect(await world.titles("?sortBy=severity&limit=2&deduplicated=true")).to.deep.equal(["c", "a"]);
  });

  it("refuse query values out of range, unknown words, non-numbers and a value twice with 400", async () => {
    for (const query of [
      "status=open",
      "status=",
      "severity=FATAL",
      "sortBy=age",
      "limit=0",
      "limit=-1",
      "limit=x",
      "limit=1.5",
      "limit=99999",
      "assigneeId=7",
      "status=OPEN&status=CLOSED",
    ]) {
      const answer = await world.get(`/incidents?${query}`);
      expect(answer.status, query).to.equal(400);
    }
  });

  for (const sortBy of ["recency", "severity"]) {
    it(`are paged by ${sortBy} each once, though new ones arrive between the pages`, async () => {
      const severities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
      for (let index = 0; index < 23; index++) await world.create(`old ${index}`, { severity: severities[index % 4] });
      const expected = await world.titles(`?sortBy=${sortBy}&limit=100`);
      const seen: string[] = [];
      let path: string | undefined = `/incidents?sortBy=${sortBy}&limit=5`;
      for (let page = 0; path !== undefined; page++) {
        const answer = await world.get(path);
        expect(answer.headers.get("x-total-count")).to.equal(String(23 + page));
        seen.push(...answer.json<Incident[]>().map(({ title }) => title));
        path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
        await world.create(`new ${page}`, { severity: "LOW" });
      }
      expect(seen.filter((title) => title.startsWith("old"))).to.deep.equal(expected);
      expect(new Set(seen).size).to.equal(seen.length);
    });
  }

  it("count in X-Total-Count what the filters match, not the page", async () => {
    for (let index = 0; index < 7; index++)
      await world.create(`counted ${index}`, {
        severity: index < 3 ? "HIGH" : "LOW",
        affectedServices: [`s${index % 2}`],
      });
    for (const [query, count] of [
      ["", 7],
      ["severity=HIGH", 3],
      ["service=s0", 4],
      ["search=counted", 7],
      ["search=5", 1],
      ["status=CLOSED", 0],
    ] as const) {
      const answer = await world.get(`/incidents?limit=2&${query}`);
      expect(answer.headers.get("x-total-count"), query).to.equal(String(count));
      expect(answer.headers.get("x-total-count-relation"), query).to.equal("eq");
    }
  });
});
