import type { MigrationInterface, QueryRunner } from "typeorm";

/** Diagnoses that were asked for. An incident has one that hasn't ended, at most. */
const statements = (growing: string): string[] => [
  `create table diagnosis_job (
    seq ${growing}, organization_id text not null, incident_id text not null, asked_by text not null,
    automatic bigint not null, asked_at bigint not null, place bigint not null, status text not null,
    attempts bigint not null, claim text, free_at bigint not null, ended_at bigint
  )`,
  "create unique index diagnosis_job_of_incident on diagnosis_job (incident_id) where ended_at is null",
  "create index diagnosis_job_by_place on diagnosis_job (automatic, place, seq) where ended_at is null",
  `create index diagnosis_job_by_organization on diagnosis_job (organization_id, automatic, place)
   where ended_at is null`,
  "create index diagnosis_job_by_age on diagnosis_job (ended_at) where ended_at is not null",
];

export class DiagnosisJobs1764000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("What waits to be diagnosed would be lost; restore a backup instead.");
  }
}
