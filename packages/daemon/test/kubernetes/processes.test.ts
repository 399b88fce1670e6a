import { inspect } from "node:util";
import { expect } from "chai";
import { createPodProber } from "../../src/adapters/kubernetes/pod-prober.ts";
import type { PodTool } from "../../src/model/diagnostic-tool.ts";
import type { PodProber } from "../../src/probe/prober.ts";
import { type FakeKubernetes, openFakeKubernetes, podOf, runningStatus } from "../support/kubernetes.ts";
import { waitFor } from "../support/wait.ts";
import { failureOf, probe } from "./probe.ts";

const LISTING = `  PID  PPID USER         TIME   RSS COMMAND
    1     0 root     00:00:01  1964 nginx
    7     1 www      00:00:09  2964 nginx
   31     0 root     00:00:00   900 ps
`;

describe("getPodProcesses", () => {
  let cluster: FakeKubernetes;
  let prober: PodProber;
  let commands: (readonly string[])[] = [];
  const tool: PodTool = { type: "getPodProcesses", namespace: "default", pod: "checkout-1" };

  before(async () => {
    cluster = await openFakeKubernetes();
    prober = createPodProber({ kubeconfig: cluster.kubeconfig });
  });
  after(() => cluster.close());
  beforeEach(() => {
    commands = [];
    cluster.handshake = "opened";
    cluster.requests.length = 0;
    cluster.pods.set("checkout-1", podOf("checkout-1"));
    answering(() => ({ stdout: LISTING }));
  });
  afterEach(() => waitFor(() => cluster.openSockets() === 0, { what: "all connections to be closed" }));

  const answering = (answer: FakeKubernetes["exec"]): void => {
    cluster.exec = (command, socket) => {
      commands.push(command);
      return answer(command, socket);
    };
  };

  it("lists the names of programs, and says how many run of each", async () => {
    const { text, findings, truncated } = await probe(prober, tool);
    expect(text).to.equal(LISTING);
    expect(findings).to.deep.equal(["3 processes in container app: 2 nginx, 1 ps."]);
    expect(truncated).to.equal(false);
  });

  it("runs one fixed listing without arguments, shell, input or terminal", async () => {
    await probe(prober, tool);
    expect(commands).to.deep.equal([["ps", "-e", "-o", "pid,ppid,user,time,rss,comm"]]);
    const asked = cluster.requests.filter((request) => request.startsWith("UPGRADE"));
    expect(asked).to.have.length(1);
    const url = new URL(asked[0]?.replace("UPGRADE ", "") ?? "", "https://localhost");
    expect(url.pathname).to.equal("/api/v1/namespaces/default/pods/checkout-1/exec");
    expect([...new Set(url.searchParams.keys())].sort()).to.deep.equal(["command", "container", "stderr", "stdout"]);
    expect(url.searchParams.get("container")).to.equal("app");
  });

  it("takes the second listing where ps doesn't know the columns of the first, and gives up after it", async () => {
    answering((command) => (command.includes("-e") ? { stderr: "ps: bad -o argument", code: 1 } : { stdout: LISTING }));
    expect((await probe(prober, tool)).text).to.equal(LISTING);
    expect(commands.at(-1)).to.deep.equal(["ps", "-o", "pid,ppid,user,rss,comm"]);
    answering(() => ({ stderr: "ps: password=hunter2", code: 1 }));
    const { message } = await failureOf(probe(prober, tool));
    expect(message).to.equal("The ps of container app doesn't list processes in a form that is known here.");
  });

  it("says that an image has no ps", async () => {
    for (const answer of [undefined, { code: 127 }, { code: 126 }]) {
      answering(() => answer);
      const { message } = await failureOf(probe(prober, tool));
      expect(message).to.equal("Container app has no ps, as small images do: its processes can't be listed.");
    }
  });

  it("doesn't ask a container that isn't running", async () => {
    const state = { waiting: { reason: "CrashLoopBackOff" } };
    cluster.pods.set(
      "checkout-1",
      podOf("checkout-1", { status: { containerStatuses: [{ ...runningStatus("app"), state }] } }),
    );
    const { message } = await failureOf(probe(prober, tool));
    expect(message).to.equal("Container app isn't running (CrashLoopBackOff): it has no processes.");
    expect(commands).to.deep.equal([]);
  });

  it("stops at the limit of bytes", async () => {
    answering((_command, socket) => {
      const more = (): void => socket.send(Buffer.alloc(32 * 1024, 1), (error) => error ?? setImmediate(more));
      more();
      return { hang: true };
    });
    const { text, truncated } = await probe(prober, tool, { bytes: 100_000 });
    expect(truncated).to.equal(true);
    expect(text).to.have.length(100_000);
  });

  it("ends with the time limit, and leaves no connection behind", async () => {
    answering(() => ({ hang: true }));
    const { message } = await failureOf(probe(prober, tool, { signal: AbortSignal.timeout(200) }));
    expect(message).to.equal("The cluster didn't answer within the time limit.");
  });

  it("ends with the time limit while it connects", async () => {
    cluster.handshake = "silent";
    const { message } = await failureOf(probe(prober, tool, { signal: AbortSignal.timeout(200) }));
    expect(message).to.equal("The cluster didn't answer within the time limit.");
    expect(cluster.requests.filter((request) => request.startsWith("UPGRADE"))).to.have.length(1);
  });

  it("lives through messages that make no sense", async () => {
    const frame = (channel: number, text: string) => Buffer.concat([Buffer.from([channel]), Buffer.from(text)]);
    const senseless = [
      [frame(3, "{")],
      [frame(3, "null")],
      [Buffer.alloc(0), frame(9, "x"), frame(255, "\u0001"), frame(3, "[]")],
    ];
    for (const raw of senseless) {
      answering(() => ({ raw }));
      expect((await failureOf(probe(prober, tool))).name).to.equal("ProbeFailed");
    }
    answering(() => ({ raw: [Buffer.alloc(2 * 1024 ** 2, 1)] }));
    expect((await failureOf(probe(prober, tool))).name).to.equal("ProbeFailed");
    answering((_command, socket) => {
      socket.terminate();
      return { hang: true };
    });
    expect((await failureOf(probe(prober, tool))).message).to.equal("The cluster broke the connection off.");
  });

  it("says which right is missing, and keeps nothing of the refused request", async () => {
    cluster.handshake = "refused";
    const error = await failureOf(probe(prober, tool));
    expect(error.message).to.equal(
      "The daemon may not create pods/exec in namespace default: grant its account that right.",
    );
    expect(error.cause).to.equal(undefined);
    // The client's own error would print the private key, as a buffer, and the token.
    expect(inspect(error, { showHidden: true, depth: 20 })).to.not.match(/<Buffer|PRIVATE|Bearer|fake-bearer/);
  });
});
