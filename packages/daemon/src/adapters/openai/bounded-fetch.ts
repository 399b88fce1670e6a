/** Limit of one answer. A chunk of a stream has about 300 bytes for one word. */
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

/** Sends to this server only, and follows no redirect. Reads no more than the limit. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (!response.body) return response;
  let left = RESPONSE_BYTES_MAX;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error("The answer is too large."));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, response);
}
