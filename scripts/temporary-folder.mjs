// Loaded before the tests of a package: whatever they and the processes that they start put into the temporary folder
// lies in one folder of this run, which goes with it.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Processes that tests kill never write what they compiled: without the machine's own cache every start would be a cold one.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
const folder = mkdtempSync(join(tmpdir(), "tocsin-run-"));
// Servers that run as a user of their own have to reach their part of it.
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;
process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
