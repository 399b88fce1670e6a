// Loaded with the tests of a package: when they are over and something that one of them left open still holds the
// process, this says what, and lets it end.

/** Many times what takes leave in its own time, such as a connection that is kept for the next request. */
const PATIENCE_MS = 20_000;

export const mochaHooks = {
  afterAll() {
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(", ");
      console.error(`\nThe tests are over, but one of them left open: ${open}.`);
      // Mocha sets the code of the exit.
      process.exit();
    }, PATIENCE_MS).unref();
  },
};
