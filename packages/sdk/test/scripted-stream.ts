import type { ConnectionState, FollowOptions, IncidentMessage } from "../src/index.ts";
import { type ScriptedClient, scriptedClient } from "./scripted-client.ts";
import type { Act } from "./scripted-server.ts";

/** An event of the stream of incidents. */
export const incident = (id: number) => `id: ${id}\ndata: {"id":"i${id}"}\n\n`;

export interface ScriptedStream extends ScriptedClient {
  states: ConnectionState[];
  /** The first `count` messages of what the server plays. */
  take(count: number, acts: Act[], options?: FollowOptions): Promise<IncidentMessage[]>;
}

/** A stream from a server that plays acts; each test of the suite begins its own by `take`. */
export function scriptedStream(): ScriptedStream {
  const take = async (count: number, acts: Act[], options: FollowOptions = {}) => {
    await scripted.playWith({ token: "T" }, ...acts);
    scripted.states = [];
    const messages = scripted.client.incidents.stream({
      onConnectionChange: (state) => scripted.states.push(state),
      ...options,
    });
    const taken: IncidentMessage[] = [];
    for await (const message of messages) {
      taken.push(message);
      if (taken.length === count) break;
    }
    return taken;
  };
  const scripted: ScriptedStream = Object.assign(scriptedClient(), { states: [], take });
  return scripted;
}
