import type { LogEvent } from "../src/index.ts";
import { answers, type ScriptedServer } from "./scripted-server.ts";

export const takes = answers(202, { accepted: 1 });
/** Each batch once, however often it came. */
export const eventsOf = ({ seen }: ScriptedServer) => {
  const byKey = new Map(seen.map(({ headers, body }) => [headers["idempotency-key"], body]));
  return [...byKey.values()].flatMap((body) => JSON.parse(body) as LogEvent[]);
};
