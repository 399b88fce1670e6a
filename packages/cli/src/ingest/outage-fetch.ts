const unavailableStatuses: readonly number[] = [429, 502, 503, 504];

/**
 * A fetch that reports outages of the server and their end. The client retries silently, and a silent command looks
 * hung.
 */
export function createOutageFetch(tell: (text: string) => void, ask: typeof fetch = fetch): typeof fetch {
  let away = false;
  const gone = (text: string) => {
    if (!away) tell(text);
    away = true;
  };
  return async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    const response = await ask(input, init).catch((error: unknown) => {
      gone(`Cannot reach ${origin}; retrying.`);
      throw error;
    });
    if (unavailableStatuses.includes(response.status))
      gone(`${origin} accepts no events now (${response.status}); retrying.`);
    else if (away) {
      away = false;
      tell(`${origin} answers again.`);
    }
    return response;
  };
}
