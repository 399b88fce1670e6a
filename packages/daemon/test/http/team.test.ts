import { expect } from "chai";
import { hostileTexts } from "../support/hostile.ts";
import type { ErrorBody } from "../support/request.ts";
import { type Member, teamRequests } from "./team-requests.ts";

describe("the team over HTTP", function () {
  this.timeout(30_000);
  const world = teamRequests();

  it("gives back what was sent, as it was sent", async () => {
    for (const [n, text] of hostileTexts.entries()) {
      const member = await world.add(`n${n}@example.com`, { name: `x${text}x`, role: `x${text}x` });
      expect(member).to.include({ name: `x${text}x`, role: `x${text}x`, avatarUrl: null, isOnCall: false });
    }
    const members = await world.read<Member[]>("/team");
    expect(members.map(({ name }) => name)).to.deep.equal(hostileTexts.map((text) => `x${text}x`));
    expect((await world.add("bare@example.com", { avatarUrl: "https://example.com/?a=1&b=<" })).role).to.equal(null);
  });

  it("refuses what the document doesn't describe, naming the field", async () => {
    const cases: readonly (readonly [body: object, path: string])[] = [
      [{ name: " \t", email: "ada@example.com" }, "/name"],
      [{ name: "x".repeat(201), email: "ada@example.com" }, "/name"],
      [{ name: "Ada", email: "no address" }, "/email"],
      [{ name: "Ada", email: "ada@example.com", avatarUrl: "javascript:alert(1)" }, "/avatarUrl"],
      [{ name: "Ada", email: "ada@example.com", role: null }, "/role"],
    ];
    for (const [body, path] of cases) {
      const answer = await world.send("POST", "/team", body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.map((each) => each.path)).to.include(path);
    }
    expect(await world.read<Member[]>("/team")).to.deep.equal([]);
  });

  it("answers 409 for an email address that is taken, whatever its case, naming the field", async () => {
    await world.add("Ada@Example.com");
    const answer = await world.send("POST", "/team", { name: "Other", email: "aDA@example.COM" });
    expect(answer.status).to.equal(409);
    expect(answer.json<ErrorBody>().details?.map(({ path }) => path)).to.deep.equal(["/email"]);
    expect(await world.read<Member[]>("/team")).to.have.length(1);
  });

  it("puts a member on call and removes the member once", async () => {
    const [ada, bob] = [await world.add("ada@example.com"), await world.add("bob@example.com")];
    const onCall = await world.send("PATCH", `/team/${bob.id}/on-call`, { isOnCall: true });
    expect(onCall.json<Member>()).to.deep.equal({ ...bob, isOnCall: true });
    expect(await world.read<Member[]>("/team/on-call")).to.deep.equal([{ ...bob, isOnCall: true }]);
    expect((await world.send("DELETE", `/team/${bob.id}`)).json()).to.deep.equal({ deleted: true });
    expect((await world.send("DELETE", `/team/${bob.id}`)).status).to.equal(404);
    expect((await world.send("PATCH", `/team/${bob.id}/on-call`, { isOnCall: true })).status).to.equal(404);
    expect(await world.read<Member[]>("/team/on-call")).to.deep.equal([]);
    expect(await world.read<Member[]>("/team")).to.deep.equal([ada]);
  });
});
