import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, incident, json, member, stream } from "./fake-tocsin.ts";
import { onTerminal } from "./terminal.ts";

const [ada, grace] = [
  member({ name: "ada" }),
  member({ id: "a1000000-0000-7000-8000-000000000002", name: "Grace Hopper", email: "grace@example.com" }),
];
const [first, second] = [incident(), incident({ id: "029353e1-0000-7000-8000-000000000002" })];
const path = `/incidents/${first.id}`;
const comment = {
  id: "c1000000-0000-7000-8000-000000000001",
  incidentId: first.id,
  author: "ada",
  body: "The pool.",
  createdAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
};

describe("comments and resources of incidents", () => {
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

  describe("comments", () => {
    it("are added from an argument or stdin, with the user as author, and never empty", async () => {
      await fake.serve(routes({ [`POST ${path}/comments`]: json(comment, 201) }));
      await fake.run(`incident comment add ${first.id} Looks-bad`);
      await fake.run(`incident comment add ${first.id}`, "# Found\n\nThe pool.\n");
      expect(changes().map(([, body]) => body)).to.deep.equal([
        { author: "ada", body: "Looks-bad" },
        { author: "ada", body: "# Found\n\nThe pool." },
      ]);
      expect((await fake.run(`incident comment add ${first.id}`, " \n")).code).to.equal(2);
    });

    it("are written in an editor on a terminal", async () => {
      await fake.serve(routes({ [`POST ${path}/comments`]: json(comment, 201) }));
      const env = { ...fake.env, EDITOR: "printf 'By hand.\\n' >" };
      await onTerminal(["incident", "comment", "add", first.id], { columns: 80, env });
      expect(changes().map(([, body]) => body)).to.deep.equal([{ author: "ada", body: "By hand." }]);
    });

    it("are listed with the newest last, and stderr says if there are more", async () => {
      const older = { ...comment, id: comment.id.replace("c1", "c2"), body: "First\u001b[2J words" };
      const link = { link: `<${path}/comments?cursor=2>; rel="next"` };
      await fake.serve(routes({ [`GET ${path}/comments`]: json([comment, older], 200, link) }));
      const { stdout, stderr } = await fake.run(`incident comment list ${first.id}`);
      expect(stdout.split("\n").map((line) => line.split("\t")[2])).to.deep.equal([
        "First words",
        "The pool.",
        undefined,
      ]);
      expect(stderr).to.equal("These are the newest 2. To show all: --all\n");
    });

    it("are deleted by short id, and without a terminal only with --yes", async () => {
      await fake.serve(
        routes({
          [`GET ${path}/comments`]: json([comment]),
          [`DELETE ${path}/comments/${comment.id}`]: json({ deleted: true }),
        }),
      );
      expect((await fake.run(`incident comment delete ${first.id} c10000`)).code).to.equal(2);
      expect(changes()).to.deep.equal([]);
      expect(await fake.run(`incident comment delete ${first.id} c10000 --yes`)).to.deep.include({
        code: 0,
        stdout: "c1000000 is deleted.\n",
      });
    });
  });

  describe("incident resource set", () => {
    const put = `PUT ${path}/resources`;
    const resources = () => (changes().at(-1)?.[1] as { resources: unknown } | null)?.resources;

    it("accepts arguments, ARNs with slashes, and JSON from stdin", async () => {
      await fake.serve(routes({ [put]: json({ updated: true, resources: [] }) }));
      await fake.run(`incident resource set ${first.id} aws/rds/eu/orders aws/alb/eu/arn:aws:elb/app/x`);
      const given = [
        { provider: "aws", resourceType: "rds", region: "eu", resourceId: "orders" },
        { provider: "aws", resourceType: "alb", region: "eu", resourceArn: "arn:aws:elb/app/x" },
      ];
      expect(resources()).to.deep.equal(given);
      const listed = given.map((each) => ({ id: first.id, resourceId: null, resourceArn: null, ...each }));
      await fake.run(`incident resource set ${first.id} -`, JSON.stringify(listed));
      expect(resources()).to.deep.equal(given);
    });

    it("removes all resources only with --none", async () => {
      await fake.serve(routes({ [put]: json({ updated: true, resources: [] }) }));
      for (const wrong of ["", " aws/rds/orders", " aws/rds/eu/orders --none"])
        expect((await fake.run(`incident resource set ${first.id}${wrong}`)).code, wrong).to.equal(2);
      expect(changes()).to.deep.equal([]);
      expect((await fake.run(`incident resource set ${first.id} --none`)).code).to.equal(0);
      expect(resources()).to.deep.equal([]);
    });
  });

  for (const [args, wish] of [
    ["incident create Down -s low", "POST /incidents"],
    [`incident ack ${first.id}`, `PATCH /team/incidents/${first.id}/assign`],
    [`incident assign ${first.id} grace@example.com`, `PATCH /team/incidents/${first.id}/assign`],
    [`incident escalate ${first.id}`, `POST ${path}/escalate`],
    [`incident unmerge ${first.id}`, `POST ${path}/unmerge`],
    [`incident note ${first.id} moved`, `POST ${path}/workflow-event`],
    [`incident comment add ${first.id} bad`, `POST ${path}/comments`],
    [`incident comment delete ${first.id} ${comment.id}`, `DELETE ${path}/comments/${comment.id}`],
    [`incident resource set ${first.id} --none`, `PUT ${path}/resources`],
    [`incident diagnose ${first.id}`, `POST ${path}/diagnose`],
  ] as const)
    it(`${args.split(" ").slice(0, -1).join(" ")} … with --dry-run says what it would send, and sends nothing`, async () => {
      await fake.serve(routes({ "GET /incidents/stream": stream(": hello\n\n") }));
      const { code, stdout } = await fake.run(`${args} --dry-run`);
      expect(code).to.equal(0);
      expect(stdout).to.match(new RegExp(`^Would send ${wish}(?: \\{.*\\})?\n$`));
      expect(changes()).to.deep.equal([]);
    });
});
