import { expect } from "chai";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import { readSnapshot, SNAPSHOT_BYTES_MAX, snapshotJson } from "../../src/notify/queue-notifications.ts";
import { incident } from "../store/samples.ts";
import { plantedSecrets } from "../support/secrets.ts";

const entry = (given: Partial<TimelineEntry> = {}): TimelineEntry => ({
  type: "escalated",
  actor: "Anna",
  title: "Escalated",
  detail: "to the second line",
  metadata: { level: 2 },
  ...given,
});

describe("what is kept of an event for a channel", () => {
  it("is the incident and what happened", () => {
    const about = incident({ title: "Checkout fails" });
    const read = readSnapshot(snapshotJson(about, entry()));
    expect(read.incident).to.include({ id: about.id, title: "Checkout fails", status: "OPEN", severity: "HIGH" });
    expect(read.entry).to.deep.equal({
      actor: "Anna",
      title: "Escalated",
      detail: "to the second line",
      metadata: { level: 2 },
    });
  });

  it("stays within its bound whatever the texts are", () => {
    for (const character of ["a", "ü", "\u0000", "🔥", "\ud800"]) {
      const long = character.repeat(100_000);
      const services = Array.from({ length: 500 }, (_, index) => `${index}${long}`);
      const about = incident({
        title: long,
        description: long,
        affectedServices: services,
        primaryService: long,
        environment: long,
      });
      const json = snapshotJson(about, entry({ title: long, detail: long, actor: long, metadata: { [long]: long } }));
      expect(Buffer.byteLength(json), JSON.stringify(character)).to.be.at.most(SNAPSHOT_BYTES_MAX);
      expect(readSnapshot(json).incident.id).to.equal(about.id);
    }
  });

  it("leaves out metadata that don't fit, each whole", () => {
    const metadata = { small: 1, large: "x".repeat(5000), more: 2 };
    expect(readSnapshot(snapshotJson(incident(), entry({ metadata }))).entry.metadata).to.deep.equal({ small: 1 });
  });

  it("is read without what looks like a secret", () => {
    for (const { text, secret, shape } of plantedSecrets) {
      const about = incident({ title: text.slice(0, 190), description: text });
      const json = snapshotJson(about, entry({ detail: text, metadata: { nested: [{ text }] } }));
      const read = readSnapshot(json);
      const texts = [
        read.incident.description,
        read.entry.detail,
        ...Object.values(read.entry.metadata).map((each) => JSON.stringify(each)),
      ];
      for (const each of texts) expect(each, shape).to.not.include(secret);
    }
  });
});
