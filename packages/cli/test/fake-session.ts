import { type Answer, type FakeTocsin, fakeTocsin } from "./fake-tocsin.ts";
import { type Ran, tocsin, tokenOf } from "./run.ts";

/** A fake Tocsin for each test of a suite, and the command line logged in to it as ada of acme. */
export interface FakeSession {
  server: FakeTocsin;
  env: Record<string, string>;
  serve(routes?: Readonly<Record<string, Answer>>): Promise<void>;
  /** Runs the command line with the words of `args`. */
  run(args: string, input?: string): Promise<Ran>;
}

/** Sets the session up within the calling suite. */
export function fakeSession(): FakeSession {
  const session: FakeSession = {
    server: { url: "", requests: [], close: async () => {} },
    env: {},
    serve: async (routes = {}) => {
      await session.server.close();
      const server = await fakeTocsin(routes);
      const token = tokenOf({ sub: "ada", organizationId: "acme" });
      session.server = server;
      session.env = { TOCSIN_URL: server.url, TOCSIN_INGEST_URL: server.url, TOCSIN_TOKEN: token };
    },
    run: (args, input) => tocsin(args.split(" "), { env: session.env, ...(input !== undefined && { input }) }),
  };
  afterEach(() => session.server.close());
  return session;
}
