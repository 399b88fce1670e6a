import { expect } from "chai";
import { incidentRequests } from "./incident-requests.ts";

describe("The search of incidents over HTTP", function () {
  this.timeout(30_000);
  const world = incidentRequests();

  it("are found by words of the title, the description and the services, in any order and case", async () => {
    await world.create("Payment gateway refuses cards", {
      description: "Seit 9 Uhr: Größe überschritten",
      affectedServices: ["billing-worker"],
    });
    await world.create("Disk full", { description: "on host-17" });
    for (const text of ["payment", "GATEWAY payment", "größe", "billing", "billing-worker", "refuses billing"]) {
      expect(await world.titles(`?search=${encodeURIComponent(text)}`), text).to.deep.equal([
        "Payment gateway refuses cards",
      ]);
    }
    for (const text of ["payment disk", "pay", "nothing"])
      expect(await world.titles(`?search=${encodeURIComponent(text)}`), text).to.deep.equal([]);
  });

  it("are searched for hostile text without an error, and without finding what doesn't hold it", async () => {
    await world.create("plain words only");
    const hostile = [
      '"',
      "'",
      '"" OR ""',
      "*",
      "plain*",
      "NEAR(plain words)",
      "plain NEAR words",
      "plain OR nothing",
      "NOT plain",
      "title:plain",
      "^plain",
      "{plain}",
      "-plain",
      "plain AND",
      "(",
      ")",
      "🙈",
      "\u0000",
      "\ud83d",
      "%",
      "_",
      "\\",
      ";drop table incident;--",
      "' or 1=1 --",
      "\uE000",
      "a".repeat(4_000),
      "word ".repeat(800),
      "é".repeat(1_000),
    ];
    for (const text of hostile) {
      const answer = await world.get(`/incidents?search=${encodeURIComponent(text.toWellFormed())}`);
      expect(answer.status, `${text.slice(0, 40)}: ${answer.text.slice(0, 200)}`).to.be.oneOf([200, 400]);
      const events = await world.get(`/events/search?q=${encodeURIComponent(text.toWellFormed())}`);
      expect(events.status, `events, ${text.slice(0, 40)}: ${events.text.slice(0, 200)}`).to.be.oneOf([200, 400]);
    }
    expect(await world.titles(`?search=${encodeURIComponent("plain OR nothing")}`)).to.deep.equal([]);
    expect(await world.titles(`?search=${encodeURIComponent('"plain" "words"')}`)).to.deep.equal(["plain words only"]);
    expect(await world.titles("")).to.deep.equal(["plain words only"]);
  });

  it("are searched as a form or a hand writes it, with + for a space and signs as they are", async () => {
    await world.create("plain words only");
    for (const text of ["plain+words", "plain:words", "words,plain?", "(plain)+words!"]) {
      expect(await world.titles(`?search=${text}`), text).to.deep.equal(["plain words only"]);
    }
  });

  it("take a search of 10 kB, or refuse it with 400", async () => {
    const answer = await world.get(`/incidents?search=${"long ".repeat(2_000).trim().replaceAll(" ", "+")}`);
    expect(answer.status).to.be.oneOf([200, 400]);
  });

  it("keep hostile text as it was given", async () => {
    const title = `<script>alert(1)</script> '"; drop table incident;-- \u001b[31m 🙈`;
    const { id } = await world.create(title, { affectedServices: ["__proto__", "a'b"] });
    expect((await world.get(`/incidents/${id}`)).json()).to.deep.include({
      title,
      affectedServices: ["__proto__", "a'b"],
    });
  });
});
