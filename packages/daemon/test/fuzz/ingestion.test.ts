import { rmSync } from "node:fs";
import http from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { temporaryFolder } from "../support/daemon.ts";
import { environmentNumber } from "../support/environment-number.ts";
import { type DaemonProcess, startDaemonProcess } from "../support/process.ts";
import { request } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { corpus, type Malformed, malformed } from "./corpus.ts";

const BODIES = 10_000;
const CONNECTIONS = 8;
const MIB = 1024 * 1024;

interface Answered {
  readonly input: Malformed;
  readonly status: number;
  readonly text: string;
}

describe("10,000 malformed bodies over keep-alive connections", function () {
  this.timeout(90_000);
  const dataDir = temporaryFolder();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const seed = environmentNumber("TOCSIN_TEST_SEED", Math.floor(Math.random() * 2 ** 31));
  let daemon: DaemonProcess;
  let answers: Answered[] = [];
  let residentBefore = 0;

  const send = (input: Malformed): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const call = http.request(`${daemon.ingest}${input.path}`, {
        method: "POST",
        agent,
        headers: { ...input.headers, "content-length": input.body.length },
      });
      call.on("error", reject).on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ input, status: response.statusCode ?? 0, text }));
      });
      call.end(input.body);
    });

  async function sendAll(inputs: readonly Malformed[]): Promise<Answered[]> {
    const found: Answered[] = [];
    let next = 0;
    const sender = async (): Promise<void> => {
      for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) found.push(await send(input));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
    return found;
  }

  const residentMiB = async (): Promise<number> =>
    Number(/^process_resident_memory_bytes (\d+)/m.exec((await request(`${daemon.core}/metrics`)).text)?.[1]) / MIB;

  before(async () => {
    daemon = await startDaemonProcess(dataDir);
    const generated = fc.sample(malformed, { numRuns: BODIES - corpus.length, seed });
    // Once around beforehand: what code and pools take for good isn't growth.
    await sendAll(generated.slice(0, 1_000));
    residentBefore = await residentMiB();
    answers = await sendAll([...corpus, ...generated]);
  });
  after(async () => {
    agent.destroy();
    await daemon.end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  const shown = ({ input, status, text }: Answered): string =>
    `${status} to ${input.path} ${JSON.stringify(input.headers)} ${input.body.toString("latin1").slice(0, 120)}: ${text.slice(0, 160)} (seed ${seed})`;

  it("are all answered, none with a 5xx", () => {
    expect(answers).to.have.lengthOf(BODIES);
    expect(answers.filter(({ status }) => status >= 500 || status === 0).map(shown)).to.deep.equal([]);
  });

  it("are answered as the document says: 202, or an error of the one shape with nothing internal in it", () => {
    for (const answer of answers) {
      expect(answer.status, shown(answer)).to.be.oneOf([202, 400, 403, 413, 415]);
      if (answer.status === 202) continue;
      const error = JSON.parse(answer.text) as { statusCode: number; error: string; message: string };
      expect(error.statusCode, shown(answer)).to.equal(answer.status);
      expect(error.message, shown(answer)).to.be.a("string").and.not.equal("");
      expect(answer.text, shown(answer)).to.not.match(/node_modules|\/work\/|SQLITE|\bat .+\.ts:/);
    }
  });

  it("are mostly refused, and not all: the fuzzer reaches both sides", () => {
    const refused = answers.filter(({ status }) => status !== 202).length;
    expect(refused).to.be.within(BODIES / 2, BODIES - 50);
  });

  it("leave the same process, alive, ready and processing", async () => {
    expect((await request(`${daemon.core}/health/ready`)).status).to.equal(200);
    process.kill(daemon.pid, 0);
    const { id } = (
      await request(`${daemon.ingest}/events/logs`, { body: { service: "fuzz", level: "info", message: "after" } })
    ).json<{ id: string }>();
    await waitFor(async () => (await request(`${daemon.core}/events/${id}`, { token: mintToken() })).status === 200, {
      within: 15_000,
      what: "an event after the storm",
    });
    expect(daemon.output()).to.not.match(/"level":(50|60)/);
  });

  it("leave no memory behind", async () => {
    const grown = await residentMiB();
    expect(grown - residentBefore, `MiB more than ${Math.round(residentBefore)}`).to.be.below(128);
  });
});
