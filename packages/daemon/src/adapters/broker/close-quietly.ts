import type { Channel, ChannelModel } from "amqplib";

/**
 * Closes a channel or a connection; resolves too where the connection ends before the broker answers. The promise of
 * amqplib's own `close` stays pending for ever then: it settles with the broker's answer alone.
 */
export const close = (open: Channel | ChannelModel): Promise<void> =>
  new Promise((resolve, reject) => {
    open.once("close", () => resolve());
    open.close().then(resolve, reject);
  });
