import { expect } from "chai";
import { createDaemonProcess, type DaemonProcess } from "./daemon-process.ts";
import { allEvents, eventWith, type StoredEvent } from "./stored-events.ts";

const JSON_TYPE = "application/json";

/** The stores and helpers of the tests about requests as the other shippers really send them. */
export function rawRequestSender() {
  let daemon: DaemonProcess;

  before(async () => {
    daemon = await createDaemonProcess();
    await daemon.start();
  });
  after(() => daemon?.remove());

  const post = (
    organization: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
    query = "",
  ): Promise<Response> =>
    fetch(`${daemon.ingest}/events/logs/batch${query}`, {
      method: "POST",
      headers: { "content-type": JSON_TYPE, "x-organization-id": organization, ...headers },
      body: body as NonNullable<RequestInit["body"]>,
    });

  /** Posts, expects so many accepted, and reads back what is stored. */
  async function taken(
    organization: string,
    body: string | Buffer,
    count: number,
    headers: Record<string, string> = {},
  ): Promise<StoredEvent[]> {
    const response = await post(organization, body, headers);
    const text = await response.text();
    expect(response.status, text).to.equal(202);
    expect(JSON.parse(text)).to.deep.equal({ accepted: count });
    await post(organization, JSON.stringify([{ service: "end", level: "debug", message: "endmark" }]));
    await eventWith(daemon, organization, "endmark");
    return (await allEvents(daemon, organization)).filter(({ service }) => service !== "end");
  }

  return {
    taken,
    post,
    get daemon() {
      return daemon;
    },
  };
}
