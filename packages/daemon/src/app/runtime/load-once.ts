/** Loads on the first call and keeps the result; after a failure, the next call loads again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** A function whose first call loads its modules, since each thread keeps the code of loaded modules in memory. */
export function loadOnFirstCall<Given extends unknown[], Result>(
  load: () => Promise<(...given: Given) => Promise<Result> | Result>,
): (...given: Given) => Promise<Result> {
  const loading = loadOnce(load);
  return async (...given) => (await loading())(...given);
}
