import type { MigrationInterface, QueryRunner } from "typeorm";

/** Counts of the events that went into the broker and came out of it, over all processes. */
export class QueueCounts1764002500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table queue_count (
        id integer primary key, accepted bigint not null, handled bigint not null, since bigint not null,
        changed_at bigint not null, reporter text not null, reporter_until bigint not null
      )`,
    );
    await runner.query("insert into queue_count values (1, 0, 0, 0, 0, '', 0)");
    await runner.query(
      `create table queue_worker (
        id text primary key, busy integer not null, reached bigint not null, updated_at bigint not null
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table queue_worker");
    await runner.query("drop table queue_count");
  }
}
