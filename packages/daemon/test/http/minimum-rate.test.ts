import { connect } from "node:net";
import { expect } from "chai";
import { schemaChecks } from "../../src/app/wiring/schema-checks.ts";
import { createBodyReader } from "../../src/http/ingest/body-reader.ts";
import { createIngestServer } from "../../src/http/ingest/ingest-server.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import type { AcceptedBatch } from "../../src/model/accepted-batch.ts";
import { waitFor } from "../support/wait.ts";

const KIB = 1024;

describe("a body that comes too slowly", function () {
  this.timeout(15_000);

  it("is answered 503, which keeps it at the sender, and ends with its connection", async () => {
    const appended: AcceptedBatch[] = [];
    const server = createIngestServer({
      intake: {
        clock: { now: () => Date.now() },
        queue: {
          append: async (batches) => void appended.push(...batches),
          recall: async () => undefined,
          waitingOf: () => 0,
        },
        quotas: { take: () => () => undefined },
        services: {
          knows: () => true,
          register: async () => [],
          holdsOrganization: async () => true,
          organizationCount: async () => 1,
        },
        organizations: { admit: async () => undefined },
        refused: () => undefined,
        checks: schemaChecks(),
        limits: { defaultOrganization: 5, otherOrganizations: 5, eventBytes: KIB, batchEvents: 10 },
        accepted: () => undefined,
      },
      admission: () => "default",
      bodies: createBodyReader({
        wireBytes: KIB,
        inflatedBytes: KIB,
        inFlightBytes: KIB,
        minimumRate: { bytesPerSecond: 500, windowMs: 300 },
      }),
      guard: { checkHost: () => undefined, connectionsMax: 10, connectionsSetting: "", logger: silentLogger },
      corsOrigins: [],
      logger: silentLogger,
      rest: (_request, response) => void response.end(),
      observed: () => undefined,
      ready: () => true,
      isTransient: () => false,
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const socket = connect(port, "127.0.0.1");
    socket.write(
      'POST /events/logs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"service":',
    );
    let closed = false;
    let answer = "";
    socket
      .on("data", (chunk) => (answer += String(chunk)))
      .on("error", () => undefined)
      .on("close", () => (closed = true))
      .resume();
    await waitFor(() => closed, { within: 11_000, what: "the connection to be closed" });
    expect(answer).to.match(/^HTTP\/1\.1 503 .*retry-after: \d+\r\n/s);
    expect(appended).to.deep.equal([]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
