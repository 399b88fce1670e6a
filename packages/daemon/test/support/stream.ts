import http from "node:http";

export interface StreamMessage {
  readonly id: string | undefined;
  /** Undefined for an unnamed message: an incident. */
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A reader of the stream, connected. */
export interface TestStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** What `ready` says, which is none of the messages; undefined until it comes. */
  ready(): StreamMessage | undefined;
  readonly messages: readonly StreamMessage[];
  /** All that came, as it came. */
  text(): string;
  /** Resolves when the other side has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

const field = (frame: string, name: string): string | undefined => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1];

export function openStream(coreAddress: string, token: string, lastEventId?: string): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    };
    const request = http.get(`${coreAddress}/incidents/stream`, { headers, agent: false });
    request.on("error", reject).on("response", (response) => {
      const messages: StreamMessage[] = [];
      let ready: StreamMessage | undefined;
      const chunks: string[] = [];
      let rest = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        chunks.push(chunk);
        const frames = (rest + chunk).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) {
          const data = field(frame, "data");
          if (data === undefined) continue;
          const event = field(frame, "event");
          const message = { id: field(frame, "id"), event, data: JSON.parse(data) as StreamMessage["data"] };
          if (event === "ready") ready = message;
          else messages.push(message);
        }
      });
      const ended = new Promise<void>((done) => response.on("error", () => undefined).on("close", () => done()));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        messages,
        ready: () => ready,
        text: () => chunks.join(""),
        ended,
        close: () => void request.destroy(),
      });
    });
  });
}
