// Where the incidents lie: in PostgreSQL at an address, or in SQLite in a daemon's data directory.
import { join, resolve } from "node:path";

export function databaseAt(place) {
  if (!place) throw new Error("Name a directory or postgres://… to work on.");
  if (/^postgres(ql)?:/.test(place)) {
    return { target: { kind: "postgres", url: place }, env: { TOCSIN_DATABASE_URL: place } };
  }
  const directory = resolve(place);
  return {
    directory,
    target: { kind: "sqlite", path: join(directory, "tocsin.db") },
    env: { TOCSIN_DATA_DIR: directory },
  };
}
