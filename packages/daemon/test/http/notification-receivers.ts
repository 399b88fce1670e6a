import { expect } from "chai";
import type { components } from "../../src/generated/interfaces.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import type { Answer } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

export type Channel = components["schemas"]["NotificationChannel"];
export type Delivery = components["schemas"]["NotificationDelivery"];

/** The stores and helpers of the tests about notifications over HTTP. */
export function notificationReceivers() {
  let receiver: Receiver;
  let daemon: TestDaemon;
  let organization = "";
  let token = "";
  let last = 0;
  before(async () => {
    receiver = await startReceiver();
    daemon = await startTestDaemon({
      TOCSIN_OUTBOUND_HOSTS: receiver.host,
      TOCSIN_PUBLIC_URL: "https://tocsin.example/",
    });
  });
  beforeEach(() => {
    organization = `org-${++last}`;
    token = tokenOf(organization, { name: "Ada", sub: "ada" });
    receiver.answer(200);
  });
  after(async () => {
    await daemon.stop();
    await receiver.close();
  });

  const act = (method: string, path: string, body?: unknown): Promise<Answer> =>
    core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
  const get = (path: string): Promise<Answer> => act("GET", path);
  const create = (more: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    act("POST", "/notifications/channels", {
      name: "pager",
      kind: "webhook",
      settings: { url: `${receiver.url}/${organization}` },
      ...more,
    });
  const created = async (more: Readonly<Record<string, unknown>> = {}): Promise<Channel> => {
    const answer = await create(more);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<Channel>();
  };
  const read = async (id: string): Promise<Channel> => (await get(`/notifications/channels/${id}`)).json<Channel>();
  const open = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const body = { title: "Checkout fails", description: "d", severity: "HIGH", affectedServices: ["shop"], ...more };
    const answer = await act("POST", "/incidents", body);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json<{ id: string }>().id;
  };
  const deliveries = async (query = ""): Promise<Delivery[]> =>
    (await get(`/notifications/deliveries${query}`)).json<Delivery[]>();
  const ended = (status: string, count = 1): Promise<Delivery[]> =>
    waitFor(
      async () => {
        const list = await deliveries(`?status=${status}`);
        return list.length >= count && list;
      },
      { what: `${count} ${status} deliveries` },
    );
  const taken = () => receiver.received.filter(({ path }) => path === `/${organization}`);

  return {
    created,
    read,
    open,
    ended,
    taken,
    act,
    deliveries,
    get,
    create,
    get organization() {
      return organization;
    },
    get receiver() {
      return receiver;
    },
    get token() {
      return token;
    },
    get daemon() {
      return daemon;
    },
  };
}
