import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { overviewRequests } from "./overview-requests.ts";

describe("The overview of incidents over HTTP", function () {
  this.timeout(30_000);
  const world = overviewRequests();

  it("counts by state, severity and service, over all time and over days", async () => {
    await world.create({ severity: "CRITICAL", affectedServices: ["web", "api"] });
    const over = await world.create({ severity: "LOW", affectedServices: ["mail"] });
    await world.move(over.id, "CLOSED");
    for (const query of ["", "?days=1", "?days=3650"]) {
      expect((await world.get(`/incidents/stats${query}`)).json(), query).to.deep.include({
        activeCount: 1,
        resolvedCount: 1,
        totalCount: 2,
        bySeverity: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 1 },
        affectedServices: ["api", "web"],
        allServices: ["api", "mail", "web"],
      });
    }
    for (const query of ["days=0", "days=3651", "days=x", "days=1.5"]) {
      expect((await world.get(`/incidents/stats?${query}`)).status, query).to.equal(400);
    }
  });

  it("counts by hour, the present one last", async () => {
    const { createdAt } = await world.create();
    await world.create();
    const hours = (await world.get("/incidents/timeline?hours=3")).json<{ hour: string; count: number }[]>();
    expect(hours).to.have.length(3);
    const total = hours.reduce((sum, { count }) => sum + count, 0);
    expect(total).to.equal(2);
    expect(hours.map(({ hour }) => hour)).to.include(`${createdAt.slice(0, 13)}:00:00.000Z`);
    expect((await world.get("/incidents/timeline")).json()).to.have.length(24);
    for (const query of ["hours=0", "hours=745"]) {
      expect((await world.get(`/incidents/timeline?${query}`)).status, query).to.equal(400);
    }
  });

  it("exports what the list shows, with the same filters and a limit, whole and in its order", async () => {
    const first = await world.create({ title: "=HYPERLINK(1)", affectedServices: ["api", "web"] });
    const second = await world.create({ title: 'Disk "full", again', severity: "CRITICAL" });
    await world.move(second.id, "RESOLVED");
    const whole = await world.get("/incidents/export/csv");
    expect(whole.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    expect(whole.headers.get("content-disposition")).to.equal('attachment; filename="incidents-export.csv"');
    const [head, ...rows] = whole.text.trimEnd().split("\r\n") as [string, string, string];
    expect(head).to.equal(
      "id,title,severity,status,environment,primaryService,affectedServices,assigneeId,deduplicationKey,duplicateCount,createdAt,updatedAt,resolvedAt",
    );
    expect(rows).to.have.length(2);
    const { updatedAt, resolvedAt } = (await world.get(`/incidents/${second.id}`)).json<Record<string, string>>();
    expect(rows[0]).to.equal(
      `${second.id},"Disk ""full"", again",CRITICAL,RESOLVED,unknown,api,api,,manual:${second.id},0,${second.createdAt},${updatedAt},${resolvedAt}`,
    );
    expect(rows[1]).to.contain(`${first.id},'=HYPERLINK(1),HIGH,OPEN,unknown,api,api;web,,`).and.match(/,$/);
    const idsOf = async (query: string): Promise<string[]> =>
      (await world.get(`/incidents/export/csv?${query}`)).text
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((row) => row.slice(0, 36));
    expect(await idsOf("severity=HIGH")).to.deep.equal([first.id]);
    expect(await idsOf("search=disk&status=RESOLVED&service=api")).to.deep.equal([second.id]);
    expect(await idsOf("sortBy=severity&limit=1")).to.deep.equal([second.id]);
    expect(await idsOf("status=CLOSED")).to.deep.equal([]);
    for (const query of ["limit=0", "limit=10001", "status=open"]) {
      expect((await world.get(`/incidents/export/csv?${query}`)).status, query).to.equal(400);
    }
  });

  it("answers HEAD of an export without its rows", async () => {
    await world.create();
    const answer = await core(world.daemon, "/incidents/export/csv", { token: world.token, method: "HEAD" });
    expect([answer.status, answer.text]).to.deep.equal([200, ""]);
    expect(answer.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
  });
});
