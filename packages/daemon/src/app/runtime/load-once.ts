/** Made on first use; a failure to make it is tried again. */
export function loadOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** A function whose modules are loaded with its first call: each thread that loads them keeps their code in memory. */
export function loadOnFirstCall<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Promise<Result> | Result>,
): (...given: Given) => Promise<Result> {
  const loading = loadOnce(load);
  return async (...given) => (await loading())(...given);
}
