// Asks for approvals in a Slack channel, and passes on what listed people press there: node bot.mjs
// Settings: see README.md. It listens on PORT for Tocsin's webhooks (/tocsin) and Slack's buttons (/slack).
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { Tocsin } from "@tocsin/sdk";

const setting = (name, fallback) => {
  const value = process.env[name] ?? fallback;
  if (value === undefined || value === "") throw new Error(`${name} is not set.`);
  return value;
};
const webhookSecret = setting("TOCSIN_WEBHOOK_SECRET");
const slack = {
  api: setting("SLACK_API_URL", "https://slack.com/api"),
  token: setting("SLACK_TOKEN"),
  signingSecret: setting("SLACK_SIGNING_SECRET"),
  channel: setting("SLACK_CHANNEL"),
};
/** Ids of Slack users, and who they are to Tocsin: U024BE7LH=ann,U0G9QF9C6=ben */
const approvers = new Map(
  setting("APPROVERS")
    .split(",")
    .map((pair) => pair.trim().split("=")),
);
const tocsin = new Tocsin();
const BODY_BYTES_MAX = 2_000_000;
/** What Slack shows of a text; what is cut off nobody has seen. */
const TEXT_CHARS_MAX = 3000;
/** Actions that were asked about, and the messages about them, once they stand there. */
const asked = new Map();

const server = createServer((request, response) => {
  handle(request).then(
    ({ status, body = "" }) => response.writeHead(status).end(body),
    (error) => {
      console.error(error.message);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? "127.0.0.1", () =>
  console.log(`Listening on ${server.address().port}`),
);
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => server.close(() => process.exit(0)));

async function handle(request) {
  if (request.method !== "POST") return { status: 404 };
  const body = await read(request);
  if (body === undefined) return { status: 413 };
  const { headers, url } = request;
  if (url === "/tocsin") {
    if (!isTocsins(headers["x-tocsin-signature"], body)) return { status: 401 };
    // Answered once it stands in the chat: Tocsin sends again what failed here.
    for (const { event, incident } of JSON.parse(body).events ?? [])
      if (event === "approval_requested" || event === "approval_expiring") await askFor(incident.id);
    return { status: 204 };
  }
  if (url === "/slack") {
    if (!isSlacks(headers["x-slack-request-timestamp"], headers["x-slack-signature"], body)) return { status: 401 };
    const press = JSON.parse(new URLSearchParams(body.toString()).get("payload") ?? "{}");
    // Slack waits three seconds for this answer; what came of it goes into the message.
    void decide(press).catch((error) => console.error(error.message));
    return { status: 200 };
  }
  return { status: 404 };
}

async function read(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes <= BODY_BYTES_MAX) parts.push(part);
  }
  return bytes <= BODY_BYTES_MAX ? Buffer.concat(parts) : undefined;
}

function isTocsins(header, body) {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  return given !== undefined && isSigned(webhookSecret, `${seconds}.`, body, seconds, given);
}

function isSlacks(seconds, header, body) {
  const [, given] = /^v0=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  return given !== undefined && isSigned(slack.signingSecret, `v0:${seconds}:`, body, seconds, given);
}

/** Over the bytes as they came; old ones may be somebody's who listened. */
function isSigned(secret, prefix, body, seconds, given) {
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < 300)) return false;
  const own = createHmac("sha256", secret).update(prefix).update(body).digest();
  return timingSafeEqual(own, Buffer.from(given, "hex"));
}

/** The webhook says only that there is something to ask; what it is comes from Tocsin itself. */
async function askFor(incidentId) {
  for (const action of await tocsin.remediation.history(incidentId)) {
    if (action.status !== "PENDING_APPROVAL" || asked.has(action.id)) continue;
    // Before anything is waited for: another webhook may come meanwhile.
    asked.set(action.id, undefined);
    try {
      const { ts } = await call("chat.postMessage", { channel: slack.channel, ...(await question(action)) });
      asked.set(action.id, ts);
    } catch (error) {
      asked.delete(action.id);
      throw error;
    }
  }
}

async function question(action) {
  const { id, plan, planHash, performedBy, approvalExpiresAt } = action;
  const policy = await tocsin.remediation.preview({
    incidentId: action.incidentId,
    actionType: action.actionType,
    parameters: action.parameters,
    ...(action.serviceName !== null && { serviceName: action.serviceName }),
    ...(action.environment !== null && { environment: action.environment }),
  });
  const facts = {
    Action: plan.actionType,
    Mode: plan.mode,
    Target: JSON.stringify(plan.target),
    Parameters: JSON.stringify(plan.parameters),
    "Services that depend on it": String(plan.blastRadius),
    Rollback: plan.rollback ?? "cannot be undone",
    Policy: policy.rules
      .filter(({ says }) => says !== "pass")
      .map(({ rule, says, reason }) => `${says} by ${rule}: ${reason}`)
      .join("; "),
    ...(policy.violations.length > 0 && { "Stands against it": policy.violations.join("; ") }),
    "Asked for by": performedBy,
    "Lapses at": approvalExpiresAt ?? "never",
  };
  const text = Object.entries(facts)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join("\n");
  const button = (action_id, words, style) => ({
    type: "button",
    action_id,
    style,
    text: { type: "plain_text", text: words },
    // The plan that was shown is the one that is approved, or none.
    value: `${id} ${planHash}`,
  });
  const approve = button("approve", "Approve", "primary");
  const reject = button("reject", "Reject", "danger");
  const title = `Approval wanted: ${plan.mode === "simulate" ? "simulated " : ""}${plan.actionType}`;
  if (text.length <= TEXT_CHARS_MAX) return { text: title, blocks: [plain(text), actions([approve, reject])] };
  // Nobody shall approve what they can't see: long parameters could push what matters out of sight.
  const tooLong = `Action ${id} is too long to be shown here, and can be approved in Tocsin only.\n`;
  return { text: title, blocks: [plain(tooLong + text), actions([reject])] };
}

function actions(elements) {
  return { type: "actions", elements };
}

/** Text that rings nobody, links nowhere and has no marks. */
function plain(text) {
  return { type: "section", text: { type: "plain_text", emoji: false, text: text.slice(0, TEXT_CHARS_MAX) } };
}

/** A value that pretends to be a line of its own would be taken for a fact. */
function oneLine(value) {
  return value.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
}

async function decide({ type, user, actions: [pressed] = [] }) {
  if (type !== "block_actions" || !["approve", "reject"].includes(pressed?.action_id)) return;
  const [id, planHash] = String(pressed.value).split(" ");
  const outcome = await settle(pressed.action_id, id, planHash, user?.id).catch((error) => error.message);
  await call("chat.postMessage", {
    channel: slack.channel,
    ...(asked.get(id) !== undefined && { thread_ts: asked.get(id) }),
    text: "An answer to a press of a button",
    blocks: [plain(outcome)],
  });
}

async function settle(decision, id, planHash, userId) {
  const person = approvers.get(userId);
  if (person === undefined) return `Nothing was done: ${userId} is not among those who may decide.`;
  const action = await tocsin.remediation.get(id);
  if (action.planHash !== planHash) return "Nothing was done: the plan is another one by now.";
  if (action.status !== "PENDING_APPROVAL") return `Nothing was done: the action is ${action.status}.`;
  // To Tocsin all presses come from this bot, so whose action it is has to be told apart here.
  if (decision === "approve" && action.performedBy === person)
    return "Nothing was done: whoever asked for an action does not approve it.";
  if (decision === "reject") {
    const { status } = await tocsin.remediation.reject(id, { reason: `${person}, in the chat` });
    return `${status} by ${person}.`;
  }
  // Without a reason: a reason would override the guardrails, and that is nothing to do by a button.
  const result = await tocsin.remediation.approve(id);
  if (result.status === "POLICY_VIOLATION")
    return `Not approved, a guardrail blocks it: ${result.violations.join("; ")}`;
  console.log(JSON.stringify({ at: new Date().toISOString(), approved: id, by: person, slack: userId }));
  const simulated = result.mode === "simulate" ? " It is only simulated: nothing is touched." : "";
  return `Approved by ${person}: ${result.status}.${simulated}`;
}

async function call(method, body) {
  const response = await fetch(`${slack.api}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", authorization: `Bearer ${slack.token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const answer = await response.json();
  if (!answer.ok) throw new Error(`Slack refused ${method}: ${answer.error}`);
  return answer;
}
