import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { openStream, type TestStream } from "../support/stream.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

/** The stores and helpers of the tests about the incident stream of a daemon. */
export function streamDaemon() {
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  const open: TestStream[] = [];
  before(async () => {
    daemon = await startTestDaemon({
      TOCSIN_STREAM_READERS_PER_TOKEN: "3",
      TOCSIN_STREAM_READERS_PER_ORGANIZATION: "5",
    });
  });
  beforeEach(() => {
    organization = `stream-${++last}`;
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  after(() => daemon.stop());

  const read = async (lastEventId?: string, token = tokenOf(organization)): Promise<TestStream> => {
    const stream = await openStream(daemon.core, token, lastEventId);
    open.push(stream);
    return stream;
  };
  const create = async (title: string, description = "none"): Promise<string> => {
    const body = { title, description, severity: "LOW", affectedServices: ["api"] };
    return (await core(daemon, "/incidents", { token: tokenOf(organization), body })).json<{ id: string }>().id;
  };
  const titles = ({ messages }: TestStream): unknown[] => messages.map(({ data }) => data["title"]);
  const has = (stream: TestStream, count: number): Promise<boolean> =>
    waitFor(() => stream.messages.length >= count, {
      what: `${count} messages, of which ${stream.messages.length} came`,
    });

  return {
    read,
    create,
    has,
    titles,
    get daemon() {
      return daemon;
    },
    set daemon(value: TestDaemon) {
      daemon = value;
    },
    get organization() {
      return organization;
    },
  };
}
