import { expect } from "chai";
import { OutboundRefused } from "../../src/notify/outbound.ts";
import { httpServer, type Listening, rawServer } from "../support/http-probe.ts";
import { internalAddresses } from "../support/inner-addresses.ts";
import { send, thrownBy } from "./outbound-samples.ts";

async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = await thrownBy(asked);
  expect(error, String(error)).to.be.instanceOf(OutboundRefused);
  return (error as Error).message;
}

describe("Asking an address that isn't allowed", () => {
  const open: Listening[] = [];
  const keep = async (listening: Promise<Listening>): Promise<number> => {
    open.push(await listening);
    return (await listening).port;
  };
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  describe("refuses", () => {
    it(`each of ${internalAddresses.length} spellings of an inner address`, async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      for (const spelling of internalAddresses) {
        const message = await refusal(send(spelling.replace("PORT", String(port)), { hosts: [] }));
        expect(message, spelling).to.match(/leads to an inner network; TOCSIN_OUTBOUND_HOSTS/);
      }
      expect(open[0]?.connections()).to.equal(0);
    });

    it("a host that is open to another organization alone", async () => {
      const port = await keep(httpServer((_request, response) => response.end("hello")));
      const url = `http://hook.test:${port}/`;
      const hosts = [`hook.test:${port}@acme`];
      expect((await send(url, { hosts })).body).to.equal("hello");
      for (const organizationId of ["other", "ACME", "", "acme@acme"]) {
        expect(await refusal(send(url, { hosts, organizationId }))).to.match(/your organization may reach/);
      }
      expect(
        (await send(url, { hosts: [...hosts, `hook.test:${port}@other`], organizationId: "other" })).status,
      ).to.equal(200);
      expect(open[0]?.connections()).to.equal(2);
    });

    it("a name of which one address is inside, without saying which", async () => {
      const resolve = async () => ["93.184.216.34", "10.0.0.7"];
      expect(await refusal(send("https://hook.test/", { hosts: [], resolve }))).not.to.include("10.0.0.7");
    });

    it("a metadata service behind a host that is allowed", async () => {
      for (const address of ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "::ffff:169.254.169.254"]) {
        await refusal(send("http://hook.test/", { resolve: async () => [address] }));
      }
    });

    it("the port of an inner host that isn't the one allowed", async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      for (const hosts of [["hook.test"], ["hook.test:1"], ["*.hook.test"]]) {
        await refusal(send(`http://hook.test:${port}/`, { hosts }));
      }
      expect(open[0]?.connections()).to.equal(0);
    });

    for (const url of [
      "ftp://hook.test/",
      "file:///etc/passwd",
      "http://user@hook.test/",
      "http://user:password@hook.test/",
      "http://hook.test /",
      "http://hook.test\\@127.0.0.1/",
      "http://hook.test/\r\nHost: other",
      "hook.test",
    ]) {
      it(`the address ${JSON.stringify(url)}`, () => refusal(send(url)).then(() => undefined));
    }

    it("a header that would begin another one", async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      await refusal(send(`http://hook.test:${port}/`, { headers: { "x-own": "1\r\nx-other: 2" } }));
    });
  });
});
