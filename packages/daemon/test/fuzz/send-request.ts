import http from "node:http";

/** What came back, and how long it took; milliseconds. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly tookMs: number;
}

export interface RawRequest {
  readonly base: string;
  readonly method: string;
  /** As it stands on the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The answer doesn't end: its head is enough. */
  readonly streams: boolean;
}

/** Nothing takes this long, on any machine. */
const WITHIN_MS_MAX = 60_000;

/** Sends without the help of a URL parser, which would mend what is broken. */
export const sendRaw = (request: RawRequest, agent: http.Agent): Promise<RawAnswer> =>
  // A connection that was kept may have been closed meanwhile: only a second failure is one.
  sendOnce(request, agent).catch(() => sendOnce(request, agent));

function sendOnce({ base, method, path, headers, body, streams }: RawRequest, agent: http.Agent): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = http.request({ hostname, port, method, path, agent, headers: { ...headers, ...lengthOf(body) } });
    call.setTimeout(WITHIN_MS_MAX, () => call.destroy(new Error(`no answer within ${WITHIN_MS_MAX / 1000} s`)));
    call.on("error", reject).on("response", (response) => {
      let text = "";
      response.on("error", reject);
      const done = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          tookMs: performance.now() - began,
        });
      if (streams && response.statusCode === 200) {
        done();
        call.destroy();
        return;
      }
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", done);
    });
    call.end(body);
  });
}

const lengthOf = (body: string | undefined): Record<string, number> =>
  body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
