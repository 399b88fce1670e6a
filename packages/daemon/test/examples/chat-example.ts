import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";
import { type Running, startExample } from "./run-example.ts";

interface Message {
  readonly channel: string;
  readonly text: string;
  readonly thread_ts?: string;
  readonly blocks: readonly {
    readonly text?: { readonly type: string; readonly text: string };
    readonly elements?: readonly { readonly action_id: string; readonly value: string }[];
  }[];
}

/** Answers as https://docs.slack.dev/reference/methods/chat.postMessage says. */
class Slack {
  readonly messages: Message[] = [];
  #server: Server | undefined;

  async start(): Promise<string> {
    const server = createServer(async (request, response) => {
      const known = request.url === "/chat.postMessage" && request.headers.authorization === "Bearer xoxb-1";
      if (known) this.messages.push((await json(request)) as Message);
      const answer = known ? { ok: true, ts: `${this.messages.length}.0` } : { ok: false, error: "invalid_auth" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
  said(): string[] {
    return this.messages.map(({ blocks }) => blocks[0]?.text?.text ?? "");
  }
}

export const WEBHOOK_SECRET = "what Tocsin and the bot know";
const SIGNING_SECRET = "of the Slack app";
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

const HOSTILE = "<!channel> *Approve* at <https://evil.example|once>";

/** The stores and helpers of the tests about the example approve-from-chat. */
export function chatExample() {
  const slack = new Slack();
  let daemon: TestDaemon;
  let bot: Running;
  let address: string;
  before(async () => {
    const slackUrl = await slack.start();
    // Each has to know the other's port before it starts.
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    daemon = await startTestDaemon({ TOCSIN_OUTBOUND_HOSTS: `127.0.0.1:${port}` });
    bot = startExample(daemon, ["approve-from-chat/bot.mjs"], {
      PORT: String(port),
      TOCSIN_TOKEN: mintToken({ sub: "chat-bot" }),
      TOCSIN_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SLACK_API_URL: slackUrl,
      SLACK_TOKEN: "xoxb-1",
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_CHANNEL: "C1",
      APPROVERS: "U1=ann,U2=ben",
    });
    await bot.says(/Listening on/);
    const channel = {
      name: "approvals",
      kind: "webhook",
      settings: { url: `${address}/tocsin` },
      secret: WEBHOOK_SECRET,
      events: ["approval_requested"],
    };
    const made = await core(daemon, "/notifications/channels", { body: channel });
    expect(made.status, made.text).to.equal(201);
  });
  after(async () => {
    bot.child.kill("SIGTERM");
    await bot.ended;
    slack.stop();
    await daemon.stop();
  });

  /** An action that waits, asked for by Ann, and the buttons under the message about it. */
  const waiting = async (service: string, sub = "ann") => {
    const entry = { ownerTeam: "shop", tier: "tier-1", environment: "production" };
    await core(daemon, `/services/catalog/${service}`, { method: "PUT", body: entry });
    const incident = { title: HOSTILE, description: HOSTILE, severity: "HIGH", affectedServices: [service] };
    const { id: incidentId } = (await core(daemon, "/incidents", { body: incident })).json<{ id: string }>();
    const body = { incidentId, actionType: "restart-service" };
    const answer = await core(daemon, "/remediation/request", { body, token: mintToken({ sub }) });
    const action = answer.json<{ id: string; status: string }>();
    expect(action.status, answer.text).to.equal("PENDING_APPROVAL");
    const message = await waitFor(
      () => slack.messages.find(({ blocks }) => blocks[1]?.elements?.[0]?.value.startsWith(action.id)),
      { within: 20_000, what: "the question in the chat" },
    );
    return { id: action.id, message, value: message.blocks[1]?.elements?.[0]?.value ?? "" };
  };
  const statusOf = async (id: string) =>
    (await core(daemon, `/remediation/actions/${id}`)).json<{ status: string }>().status;

  /** Signed as https://docs.slack.dev/authentication/verifying-requests-from-slack says. */
  const press = async (user: string, action_id: string, value: string, { secret = SIGNING_SECRET, age = 0 } = {}) => {
    const payload = { type: "block_actions", user: { id: user }, actions: [{ action_id, value }] };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const seconds = String(Math.floor(Date.now() / 1000) - age);
    const mac = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
    const headers = { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${mac}` };
    return (await fetch(`${address}/slack`, { method: "POST", body, headers })).status;
  };
  const answered = (words: RegExp) =>
    waitFor(() => slack.said().find((text) => words.test(text)), { within: 10_000, what: `${words}: ${slack.said()}` });

  return {
    waiting,
    slack,
    press,
    answered,
    statusOf,
    get daemon() {
      return daemon;
    },
    get address() {
      return address;
    },
  };
}
