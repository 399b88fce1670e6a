import type { MigrationInterface, QueryRunner } from "typeorm";

/** How often each file of the embedded archive was written; PostgreSQL's archive is in the database itself. */
export class ArchiveFiles1764002700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === "postgres") return;
    await runner.query("create table archive_file (name text primary key, writes bigint not null)");
    await runner.query(
      `create table archive_gap (
        name text not null, known bigint not null, found bigint, noticed_at bigint not null, acknowledged_at bigint
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === "postgres") return;
    await runner.query("drop table archive_gap");
    await runner.query("drop table archive_file");
  }
}
