/** The answer to a request; undefined where the server found nothing. Errors of the SDK are known by name, so that it isn't loaded here. */
export const ignoreNotFound = <Answer>(request: Promise<Answer>): Promise<Answer | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof Error && error.name === "NotFoundError") return undefined;
    throw error;
  });
