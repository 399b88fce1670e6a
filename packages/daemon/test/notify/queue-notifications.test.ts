import { expect } from "chai";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import { createNotificationQueue, type NotifiedChannel } from "../../src/notify/queue-notifications.ts";
import { incident } from "../store/samples.ts";

const entry = (type: TimelineEntry["type"], metadata: TimelineEntry["metadata"]): TimelineEntry => ({
  type,
  actor: "system",
  title: type,
  detail: "",
  metadata,
});
const raised = entry("duplicate_observed", { severityRaisedFrom: "LOW", severityRaisedTo: "HIGH" });
const reopened = entry("status_changed", { from: "RESOLVED", to: "OPEN" });

/** The events that a channel with this filter is sent. */
async function sent(filter: Partial<NotifiedChannel>, entries: readonly TimelineEntry[]): Promise<string[]> {
  const channel: NotifiedChannel = { id: "c", name: "c", events: [], minSeverity: null, services: [], ...filter };
  const events: string[] = [];
  const outbox = {
    enabledChannels: async () => [channel],
    add: async ({ event }: { event: string }) => void events.push(event),
  };
  const queue = createNotificationQueue(outbox, { find: async () => undefined });
  await queue.enqueue(incident({ severity: "HIGH" }), entries, 0);
  return events;
}

describe("an incident that reopens and becomes more severe at once", () => {
  it("is told to a channel once", async () => {
    expect(await sent({}, [raised, reopened])).to.deep.equal(["status_changed"]);
  });

  it("is new to a channel that wants to know of severe ones only", async () => {
    expect(await sent({ minSeverity: "HIGH" }, [raised, reopened])).to.deep.equal(["incident_created"]);
  });

  it("has become more severe for a channel that wants to know of that alone", async () => {
    expect(await sent({ events: ["severity_raised"] }, [raised, reopened])).to.deep.equal(["severity_raised"]);
  });

  it("is told beside other news", async () => {
    const assigned = entry("assigned", { assigneeId: "a" });
    expect(await sent({}, [raised, reopened, assigned])).to.deep.equal(["status_changed", "assigned"]);
  });
});
