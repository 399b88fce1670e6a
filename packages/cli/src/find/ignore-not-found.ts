/** Turns a 404 into undefined. Errors of the SDK are matched by name, so that it isn't loaded here. */
export const ignoreNotFound = <Answer>(request: Promise<Answer>): Promise<Answer | undefined> =>
  request.catch((error: unknown) => {
    if (error instanceof Error && error.name === "NotFoundError") return undefined;
    throw error;
  });
