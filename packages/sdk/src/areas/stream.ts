import type { DiagnosisProgress, Incident, StreamReset } from "../generated/types.gen.ts";
import { TocsinError } from "../transport/errors.ts";
import type { CallContext } from "../transport/send.ts";
import { type FollowOptions, follow, type Source } from "../transport/stream.ts";

/** One message of the stream. `ready` is of use to the connection alone; it and kinds that a later server may add are passed over. */
export type IncidentMessage =
  /** An incident was opened or changed; `id` is what `lastEventId` takes. */
  | { readonly type: "incident"; readonly id: string | undefined; readonly incident: Incident }
  /** A diagnosis went on. */
  | { readonly type: "diagnosis"; readonly id: string | undefined; readonly progress: DiagnosisProgress }
  /** Some of the messages that were missed are no longer held: read the list again. */
  | { readonly type: "reset"; readonly id: string | undefined; readonly reset: StreamReset };

/** See `follow` for how it reconnects and when it throws. */
export type IncidentStream = (options?: FollowOptions) => AsyncGenerator<IncidentMessage, void, undefined>;

/** The method of incidents that follows them. */
export interface StreamMethod {
  /**
   * Follows every change of an incident and the progress of diagnoses, over any number of connections. It ends when
   * the signal aborts or the loop is left, which closes the connection. After a drop it continues after the last
   * message, so that none is missed. A `reset` means that the server no longer holds all missed messages.
   * @throws AuthenticationError and every other 4xx but 408 and 429; whatever else goes wrong, it connects again.
   * @example
   * const ending = new AbortController();
   * for await (const message of tocsin.incidents.stream({ signal: ending.signal })) {
   *   if (message.type === "incident") console.log(message.id, message.incident.status, message.incident.title);
   *   if (message.type === "reset") break;
   * }
   */
  readonly stream: IncidentStream;
}

/** The stream of incidents at `source`. */
export function createStream(source: Source, around: CallContext): IncidentStream {
  return async function* stream(options = {}) {
    for await (const { event = "message", id, data } of follow(source, options, around)) {
      const message = read(event, id, data);
      if (message) yield message;
    }
  };
}

function read(event: string, id: string | undefined, data: string): IncidentMessage | undefined {
  switch (event) {
    case "message":
      return { type: "incident", id, incident: parse<Incident>(data) };
    case "diagnosis":
      return { type: "diagnosis", id, progress: parse<DiagnosisProgress>(data) };
    case "reset":
      return { type: "reset", id, reset: parse<StreamReset>(data) };
    default:
      return undefined;
  }
}

function parse<Data>(text: string): Data {
  try {
    return JSON.parse(text) as Data;
  } catch (cause) {
    throw new TocsinError("The stream holds a message that is not valid JSON.", { cause });
  }
}
