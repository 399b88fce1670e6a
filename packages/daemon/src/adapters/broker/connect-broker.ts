import { type ChannelModel, connect } from "amqplib";

export type Connect = (url: string, options: Parameters<typeof connect>[1]) => Promise<ChannelModel>;

const HEARTBEAT_SECONDS = 10;

/** Connects with a heartbeat, and explains a refused virtual host. `by` defaults to amqplib's function. */
export async function connectTo(
  url: string,
  options: Parameters<typeof connect>[1],
  by: Connect = connect,
): Promise<ChannelModel> {
  try {
    return await by(withHeartbeat(url), options);
  } catch (error) {
    if (!VIRTUAL_HOST_REFUSED.test((error as Error).message)) throw error;
    throw new Error(
      `RabbitMQ refuses the virtual host ${virtualHostOf(url)} of TOCSIN_AMQP_URL. ` +
        "It doesn't exist, this user may not use it, or it takes no more connections.",
      { cause: error },
    );
  }
}

/** amqplib's message where the server answers the opening of a virtual host by closing the connection. */
const VIRTUAL_HOST_REFUSED = /^Expected ConnectionOpenOk; got <ConnectionClose/;

export const virtualHostOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1)) || "/";

/** Where the operator didn't choose: a peer that vanished without a word is noticed within two beats. */
function withHeartbeat(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has("heartbeat")) url.searchParams.set("heartbeat", String(HEARTBEAT_SECONDS));
  return url.toString();
}
