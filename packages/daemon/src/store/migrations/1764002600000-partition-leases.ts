import type { MigrationInterface, QueryRunner } from "typeorm";
import { serviceHash } from "../../model/partition.ts";
import { inParts } from "../sql/sql-rows.ts";
import { query, rowTable, sql } from "../sql/statement.ts";

/** `service_hash` is nullable for the time between adding the column and filling it. */
const STATEMENTS = [
  `create table worker_member (id text primary key, seen_at bigint not null)`,
  `create table partition_lease (
    partition integer primary key, epoch bigint not null, owner text, expires_at bigint not null, target text,
    load double precision not null, listening_since bigint not null, processed_until bigint not null,
    reported_at bigint not null
  )`,
  `create table partition_count (singleton integer primary key check (singleton = 1), partitions integer not null)`,
  `create table unpublished_telemetry (process text primary key, oldest_at bigint not null, seen_at bigint not null)`,
  `alter table detection_state add column service_hash bigint`,
];

interface StateKey {
  readonly organization_id: string;
  readonly service: string;
}

/** Workers that share partitions, and which partition each service's detection state belongs to. */
export class PartitionLeases1764002600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
    const keys = (await runner.query("select organization_id, service from detection_state")) as StateKey[];
    for (const part of inParts(keys)) {
      const rows = part.map((key) => [key.organization_id, key.service, serviceHash(key.organization_id, key.service)]);
      await query(
        runner.manager,
        sql`with given (organization_id, service, hash) as (${rowTable(runner.manager, ["text", "text", "bigint"], rows)})
            update detection_state set service_hash = given.hash from given
            where detection_state.organization_id = given.organization_id and detection_state.service = given.service`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["worker_member", "partition_lease", "partition_count", "unpublished_telemetry"])
      await runner.query(`drop table ${table}`);
    await runner.query("alter table detection_state drop column service_hash");
  }
}
