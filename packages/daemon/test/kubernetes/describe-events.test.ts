import { expect } from "chai";
import { status } from "../support/kubernetes.ts";
import { describedPod, TOOL } from "./described-pod.ts";
import { failureOf, probe } from "./probe.ts";

describe("describePod, of events and hostile texts", () => {
  const world = describedPod();

  it("shows the newest 20 events, and the newest warning among what it found", async () => {
    for (let minute = 0; minute < 30; minute++) {
      world.cluster.events.push(world.event(minute, minute === 25 ? "Warning" : "Normal", `number ${minute}`));
    }
    const { text, findings, truncated } = await probe(world.prober, TOOL);
    expect(text.match(/number \d+/g)).to.deep.equal(Array.from({ length: 20 }, (_, index) => `number ${29 - index}`));
    expect(findings[0]).to.equal("The newest warning: 2026-11-20T21:25:00.000Z Warning BackOff ×12: number 25");
    expect(truncated).to.equal(true);
    const asked = world.cluster.requests.find((request) => request.includes("/events?")) ?? "";
    expect(decodeURIComponent(asked)).to.include("involvedObject.kind=Pod,involvedObject.name=checkout-1");
  });

  it("dates events of all kinds of writers", async () => {
    const { lastTimestamp: _, ...timeless } = world.event(1, "Normal", "scheduled");
    world.cluster.events.push(world.event(1, "Normal", "pulled"), {
      ...timeless,
      eventTime: "2026-11-20T21:02:00.423703Z",
    });
    world.cluster.events.push({ ...timeless, message: "undated" });
    const shown = (await probe(world.prober, TOOL)).text.split("Events, the newest first:\n")[1];
    expect(shown?.split("\n").map((line) => line.trim())).to.deep.equal([
      "2026-11-20T21:02:00.423Z Normal BackOff ×12: scheduled",
      "2026-11-20T21:01:00.000Z Normal BackOff ×12: pulled",
      "undated Normal BackOff ×12: undated",
    ]);
  });

  it("does without events where they may not be listed", async () => {
    world.cluster.instead.set("events", (_request, response) => status(response, 403, "Forbidden"));
    expect((await probe(world.prober, TOOL)).text).to.include("not known: the daemon may not list events");
  });

  it("keeps hostile texts on one line, short and visible", async () => {
    const hostile = `bad\r\nPod: default/other\u0000\u001b[31m\u202e${"x".repeat(100_000)}`;
    world.withStatus({ ...world.crashing(1, hostile), state: { waiting: { reason: hostile, message: hostile } } });
    world.cluster.events.push(world.event(1, hostile, hostile));
    const { text, findings } = await probe(world.prober, TOOL);
    expect(text).to.not.match(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text.match(/^Pod: /gm)).to.have.length(1);
    expect(text.length).to.be.below(10_000);
    for (const finding of findings) expect(finding).to.match(/^[^\n]{1,1500}$/);
  });

  it("refuses an object that is larger than any that a cluster can hold", async () => {
    world.cluster.instead.set("checkout-1", (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`{"metadata":{"name":"${"x".repeat(5 * 1024 ** 2)}"}}`);
    });
    expect((await failureOf(probe(world.prober, TOOL))).message).to.equal(
      "The cluster's answer is larger than is read of it.",
    );
  });

  it("fails in words where the answer is no pod", async () => {
    for (const body of ["<html>", "null", "[]", '"text"', '{"status":{"containerStatuses":[null]}}', '{"spec":7}']) {
      world.cluster.instead.set("checkout-1", (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end(body);
      });
      const ended = await probe(world.prober, TOOL).then(
        () => "ProbeOutput",
        (error: Error) => error.name,
      );
      expect(ended, body).to.match(/^Probe(Output|Failed)$/);
    }
  });
});
