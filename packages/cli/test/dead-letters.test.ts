import type { DeadLetter } from "@tocsin/sdk";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const common = {
  id: "0198c1da-0000-7000-8000-00000000ee01",
  organizationId: "acme",
  receivedAt: "2026-11-20T08:00:01.000Z",
  service: "checkout",
  timestamp: "2026-11-20T08:00:00.000Z",
} as const;
const deadLetter: DeadLetter = {
  id: "0298c1da-0000-7000-8000-00000000dd01",
  organizationId: "acme",
  kind: "log",
  receivedAt: "2026-11-20T08:00:00.000Z",
  reason: "Invalid log event: /level must be one of debug, info, warn, error, fatal",
  attempts: 0,
  payload: { service: "checkout", level: "loud\u202e", nested: { list: [1, 2] } },
};
const other = { ...deadLetter, id: deadLetter.id.replace("0298", "0398") };

describe("commands about dead letters", () => {
  const fake = fakeSession();
  const sent = () => fake.server.requests.find(({ method }) => method === "POST");

  it("dead-letter list prints reasons, and dead-letter show the payload", async () => {
    await fake.serve({ "GET /events/dead-letters": json([deadLetter]) });
    expect((await fake.run("dead-letter list")).stdout).to.equal(
      `${deadLetter.id}\tlog\tcheckout\t${deadLetter.reason}\t0\t${deadLetter.receivedAt}\n`,
    );
    const { stdout } = await fake.run(`dead-letter show ${deadLetter.id}`);
    expect(stdout).to.contain('"list": [').and.contain('"loud\\u202e"');
  });

  it("dead-letter replay tries each id from a pipe, and fails if one is still invalid", async () => {
    await fake.serve({
      [`POST /events/dead-letters/${deadLetter.id}/replay`]: refusal(422, "Invalid log event: /level"),
      [`POST /events/dead-letters/${other.id}/replay`]: json({ replayed: true, eventId: common.id }),
    });
    const { code, stdout, stderr } = await fake.run(
      "dead-letter replay -",
      `${deadLetter.id}\tlog\n${other.id}\tlog\n`,
    );
    expect(code).to.equal(1);
    expect(await fake.run(`dead-letter replay ${deadLetter.id}`)).to.have.property("code", 1);
    expect(stdout).to.equal(`${other.id} is queued as event ${common.id}.\n`);
    expect(stderr).to.contain("/level");
  });

  it("dead-letter replay --all asks first, and needs --yes without a terminal", async () => {
    await fake.serve({
      "GET /events/dead-letters": json([other]),
      [`POST /events/dead-letters/${other.id}/replay`]: json({ replayed: true, eventId: common.id }),
    });
    expect(await fake.run("dead-letter replay --all")).to.have.property("code", 2);
    expect(await fake.run("dead-letter replay")).to.have.property("code", 2);
    expect((await fake.run("dead-letter replay --all --dry-run")).stdout).to.equal(
      `Would send POST /events/dead-letters/${other.id}/replay\n`,
    );
    expect(sent()).to.equal(undefined);
    expect((await fake.run("dead-letter replay --all --yes")).stdout).to.contain("is queued as event");
  });
});
