import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { wordsOf } from "../support/path-words.ts";
import { openStream } from "../support/stream.ts";
import { waitFor } from "../support/wait.ts";
import { organizationRequests } from "./organization-requests.ts";

/** Listed under an incident alone. */
const OF_INCIDENTS = ["comments", "runs"];

describe("what belongs to another organization", function () {
  this.timeout(60_000);
  const world = organizationRequests();

  it("is not in the answer of any operation that asks for no id", async () => {
    let answersOfAlice = "";
    for (const operation of world.all.filter((each) => wordsOf(each).length === 0 && !each.streams)) {
      const answer = await world.ask(operation, operation.path, world.withOwnIds(operation));
      // 400 where the example names a day that has passed since.
      expect(answer.status, `${operation.id}: ${answer.text}`).to.be.oneOf([200, 201, 400]);
      world.tellsNothing(answer.text, operation.id);
      if (operation.method === "GET")
        answersOfAlice += (await core(world.daemon, operation.path, { token: world.alice.token })).text;
    }
    for (const [word, id] of world.alice.ids) {
      if (!OF_INCIDENTS.includes(word)) expect(answersOfAlice, `Alice's own lists show her ${word}`).to.include(id);
    }
  });

  it("is not on the stream", async () => {
    const stream = await openStream(world.daemon.core, world.bob.token, "0");
    const body = { title: "t", description: "d", severity: "LOW", affectedServices: [] };
    const opened: string[] = [];
    for (const { token } of [world.alice, world.bob]) {
      const answer = await core(world.daemon, "/incidents", { token, body });
      opened.push(answer.json<{ id: string }>().id);
    }
    await waitFor(() => stream.text().includes(opened[1] as string), { what: "Bob's incident on his stream" });
    expect(stream.text()).to.not.include(opened[0]);
    world.tellsNothing(stream.text(), "the stream");
    stream.close();
  });
});
