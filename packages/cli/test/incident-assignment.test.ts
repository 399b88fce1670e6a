import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, json } from "./fake-tocsin.ts";
import { ada, first, grace, path, second } from "./incident-change-samples.ts";
import { onTerminal } from "./terminal.ts";

const assignment = `PATCH /team/incidents/${first.id}/assign`;

describe("the assignee of an incident", () => {
  const fake = fakeSession();
  const changes = () =>
    fake.server.requests
      .filter(({ method }) => method !== "GET")
      .map(({ method, url, body }) => [`${method} ${url}`, body ? JSON.parse(body) : null]);
  const routes = (more: Readonly<Record<string, Answer>> = {}): Readonly<Record<string, Answer>> => ({
    "GET /incidents": json([first, second], 200, { "x-total-count": "2" }),
    [`GET ${path}`]: json(first),
    [`GET /incidents/${second.id}`]: json(second),
    "GET /team": json([ada, grace]),
    ...more,
  });

  describe("incident ack", () => {
    it("assigns an open incident to the user, which moves it in the same request", async () => {
      const mine = { ...first, status: "INVESTIGATING", assigneeId: ada.id };
      await fake.serve(routes({ [assignment]: json(mine) }));
      expect((await fake.run(`incident ack ${first.id}`)).stdout).to.equal(
        "019353e1 OPEN → INVESTIGATING, assigned to ada\n",
      );
      expect(changes()).to.deep.equal([[`PATCH /team/incidents/${first.id}/assign`, { assigneeId: ada.id }]]);
    });

    it("names the previous assignee", async () => {
      const hers = { ...first, status: "REMEDIATING", assigneeId: grace.id } as const;
      await fake.serve(routes({ [`GET ${path}`]: json(hers), [assignment]: json({ ...hers, assigneeId: ada.id }) }));
      expect((await fake.run(`incident ack ${first.id}`)).stdout).to.equal(
        "019353e1 is already REMEDIATING, assigned to ada, taken from Grace Hopper\n",
      );
    });

    it("moves the incident without assigning it if the user is no member, or with --no-assign", async () => {
      const moved = json({ ...first, status: "INVESTIGATING" });
      await fake.serve(routes({ "GET /team": json([grace]), [`PATCH ${path}/status`]: moved }));
      const unknown = await fake.run(`incident ack ${first.id}`);
      expect(unknown).to.deep.include({ code: 0, stdout: "019353e1 OPEN → INVESTIGATING\n" });
      expect(unknown.stderr).to.contain("Not assigned: No team member is called");
      expect(await fake.run(`incident ack ${first.id} --no-assign`)).to.deep.include({ code: 0, stderr: "" });
    });

    it("doesn't reopen an ended incident", async () => {
      await fake.serve(routes({ [`GET ${path}`]: json({ ...first, status: "RESOLVED" }) }));
      const { code, stderr } = await fake.run(`incident ack ${first.id}`);
      expect(code).to.equal(1);
      expect(stderr).to.contain("019353e1 is already RESOLVED.").and.contain("To open it again");
      expect(changes()).to.deep.equal([]);
    });

    it("counts the user's other open incidents on a terminal", async () => {
      await fake.serve(routes({ [assignment]: json({ ...first, status: "INVESTIGATING", assigneeId: ada.id }) }));
      const shown = await onTerminal(["incident", "ack", first.id], { columns: 120, env: fake.env });
      expect(shown).to.contain("You have 6 other open incidents. To see them: tocsin incidents --me --state open");
    });
  });

  it("incident assign takes a name, an email address, me and nobody", async () => {
    await fake.serve(routes({ [assignment]: json({ ...first, status: "INVESTIGATING", assigneeId: grace.id }) }));
    expect((await fake.run(`incident assign ${first.id} grace@example.com`)).stdout).to.equal(
      "019353e1 nobody → Grace Hopper, OPEN → INVESTIGATING\n",
    );
    await fake.run(`incident assign ${first.id} me`);
    await fake.run(`incident assign ${first.id} nobody`);
    expect(changes().map(([, body]) => body)).to.deep.equal([
      { assigneeId: grace.id },
      { assigneeId: ada.id },
      { assigneeId: null },
    ]);
    expect((await fake.run(`incident assign ${first.id} eve`)).code).to.equal(5);
  });

  describe("incident escalate", () => {
    const escalation = { escalated: true, target: grace, state: "escalated", nextStep: "Grace has it.\u001b[2J" };

    it("prints the new assignee and the next step", async () => {
      await fake.serve(routes({ [`POST ${path}/escalate`]: json(escalation) }));
      expect(await fake.run(`incident escalate ${first.id} --to Grace\u00a0Hopper`)).to.have.property("code", 5);
      expect(await fake.run(`incident escalate ${first.id} --to grace@example.com`)).to.deep.include({
        code: 0,
        stdout: "019353e1 → Grace Hopper (grace@example.com)\n",
        stderr: "Grace has it.\n",
      });
      expect(changes()).to.deep.equal([[`POST ${path}/escalate`, { targetId: grace.id }]]);
    });

    it("fails with a reason if there is nobody", async () => {
      const nobody = { ...escalation, escalated: false, target: null, nextStep: "Put somebody on call." };
      await fake.serve(routes({ [`POST ${path}/escalate`]: json(nobody) }));
      const { code, stderr } = await fake.run(`incident escalate ${first.id}`);
      expect(code).to.equal(1);
      expect(stderr).to.contain("019353e1 was not escalated: Put somebody on call.");
    });
  });
});
