import type { MigrationInterface, QueryRunner } from "typeorm";

/** Processes that are alive, with what they must have in common. An embedded database serves one process alone. */
export class ProcessRegistrations1764002400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== "postgres") return;
    await runner.query(
      `create table process_registration (
        id text primary key, host text not null, pid integer not null, roles text not null, version text not null,
        schema text not null, settings text not null, seen_at timestamptz not null
      )`,
    );
  }

  async down(): Promise<void> {
    throw new Error("There is no way back; restore a backup instead.");
  }
}
