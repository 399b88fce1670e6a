import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Received } from "../support/receiver.ts";
import { tokenOf } from "../support/tokens.ts";
import { channelDaemon, PUBLIC_URL } from "./channel-daemon.ts";

type IsOurs = (header: unknown, body: string, secret: string) => boolean;
const guide = readFileSync(new URL("../../../../docs/notifications.md", import.meta.url), "utf8");
const snippet = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? expect.fail(`no ${language} in the guide`);
const python = spawnSync("python3", ["--version"]).status === 0;

describe("each kind of notification channel of a running daemon", function () {
  this.timeout(60_000);
  const world = channelDaemon();

  describe("webhook", () => {
    let secret = "";
    let got: readonly Received[] = [];
    before(async () => {
      world.organization = "org-webhook";
      world.token = tokenOf(world.organization, { name: "Ada", sub: "ada" });
      const made = await world.channel("webhook", { url: `${world.receiver.url}/webhook` });
      secret = made.secret ?? expect.fail("no secret was made");
      await world.incident();
      got = world.receiver.received.filter(({ path }) => path === "/webhook");
    });

    it("is posted a test, the opening and the end, in this order", () => {
      const bodies = got.map(({ text }) => JSON.parse(text) as { type: string; events: { event: string }[] });
      expect(bodies.map(({ type, events }) => [type, ...events.map(({ event }) => event)])).to.deep.equal([
        ["test"],
        ["incident.notification", "incident_created"],
        ["incident.notification", "status_changed"],
      ]);
    });

    it("is signed so that the guide's code for Node takes it, and nothing else", async () => {
      const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(snippet("js"))}`)) as {
        isOurs: IsOurs;
      };
      for (const each of got) {
        const [header, body] = world.signed(each);
        expect(isOurs(header, body, secret)).to.equal(true);
        expect(isOurs(header, `${body} `, secret)).to.equal(false);
        expect(isOurs(header, body, `${secret}x`)).to.equal(false);
        const older = String(header).replace(/\d+/, (seconds) => String(Number(seconds) - 1));
        expect(isOurs(older, body, secret)).to.equal(false);
      }
      for (const header of [undefined, "", "t=1,v1=00"]) expect(isOurs(header, "{}", secret)).to.equal(false);
    });

    (python ? it : it.skip)("is signed so that the guide's code for Python takes it, and nothing else", () => {
      const cases = got.flatMap((each) => {
        const [header, body] = world.signed(each);
        return [
          [header, body, secret],
          [header, `${body} `, secret],
          [header, body, `${secret}x`],
          [null, body, secret],
        ];
      });
      const program = `${snippet("python")}
import json, sys
print(json.dumps([is_ours(header, body.encode(), secret) for header, body, secret in json.load(sys.stdin)]))`;
      const { stdout, stderr } = spawnSync("python3", ["-c", program], { input: JSON.stringify(cases) });
      expect(stderr.toString()).to.equal("");
      expect(JSON.parse(stdout.toString())).to.deep.equal(got.flatMap(() => [true, false, false, false]));
    });
  });

  it("slack: is posted blocks of plain text with a link, and a text that mentions nobody", async () => {
    await world.channel("slack", { url: `${world.slack.url}/services/T0/B0/key` });
    const id = await world.incident();
    const bodies = world.slack.asked.map(({ body }) => body as { text: string; blocks?: object[] });
    expect(bodies).to.have.length(3);
    expect(JSON.stringify(bodies[1]?.blocks)).to.include(`<${PUBLIC_URL}/incidents/${id}|Open the incident>`);
    expect(bodies[2]?.text).to.match(/^HIGH RESOLVED: /);
    for (const { text } of bodies) expect(text).not.to.match(/@channel|\]\(|<b>/);
  });
});
