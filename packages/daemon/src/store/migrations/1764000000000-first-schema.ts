import type { MigrationInterface, QueryRunner } from "typeorm";

const common = (growing: string): string[] => [
  `create table incident (
    ref ${growing}, id text not null unique, organization_id text not null,
    title text not null, description text not null, severity text not null, severity_rank integer not null,
    status text not null, affected_services text not null, primary_service text, environment text not null,
    signal_type text not null, rule_id text, triggering_event_id text not null, assignee_id text,
    deduplication_key text not null, duplicate_count bigint not null, last_seen_at bigint not null,
    resolve_after_ms bigint, quiet_at bigint, parent_incident_id text, diagnosis_status text not null,
    diagnosis text, created_at bigint not null, updated_at bigint not null, resolved_at bigint
  )`,
  "create index incident_by_age on incident (organization_id, ref)",
  "create index incident_by_status on incident (organization_id, status, ref)",
  "create index incident_by_status_and_severity on incident (organization_id, status, severity_rank, ref)",
  "create index incident_by_severity on incident (organization_id, severity_rank, ref)",
  "create index incident_by_assignee on incident (organization_id, assignee_id, ref) where assignee_id is not null",
  "create index incident_by_key on incident (organization_id, deduplication_key, ref)",
  "create index incident_by_quiet on incident (quiet_at) where quiet_at is not null",
  `create table incident_service (
    organization_id text not null, service text not null, ref bigint not null,
    primary key (organization_id, service, ref)
  )`,
  `create table incident_tally (
    organization_id text not null, status text not null, severity text not null, merged integer not null,
    count bigint not null, primary key (organization_id, status, severity, merged)
  )`,
  `create table timeline_event (
    seq ${growing}, id text not null, organization_id text not null, incident_id text not null, type text not null,
    actor text not null, title text not null, detail text not null, metadata text not null, created_at bigint not null
  )`,
  "create index timeline_event_by_incident on timeline_event (incident_id, seq)",
  "create table stream_head (organization_id text primary key, seq bigint not null)",
  `create table stream_change (
    organization_id text not null, seq bigint not null, event text, data text not null,
    primary key (organization_id, seq)
  )`,
  `create table detection_state (
    organization_id text not null, service text not null, state text not null, wake_at bigint,
    primary key (organization_id, service)
  )`,
  "create index detection_state_by_wake on detection_state (wake_at) where wake_at is not null",
  "create table consumer (name text primary key, position bigint not null)",
  "create table consumed_batch (id text primary key, consumed_at bigint not null)",
  "create index consumed_batch_by_age on consumed_batch (consumed_at)",
  `create table dead_letter (
    seq ${growing}, id text not null unique, organization_id text not null, kind text not null,
    received_at bigint not null, reason text not null, attempts integer not null, payload text,
    replay_asked_at bigint, replay_event_id text
  )`,
  "create index dead_letter_by_age on dead_letter (organization_id, seq) where replay_asked_at is null",
  "create index dead_letter_by_replay on dead_letter (replay_asked_at) where replay_asked_at is not null",
];

const sqliteOnly = [
  // The words of an incident, cut by us; the first is a mark of its organization.
  `create virtual table incident_word using fts5 (
    words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co'"
  )`,
];

const postgresOnly = [
  "create table incident_word (ref bigint primary key, words tsvector not null)",
  "create index incident_word_by_word on incident_word using gin (words)",
];

export class FirstSchema1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of [...common(growing), ...(postgres ? postgresOnly : sqliteOnly)]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("The first schema has nothing before it; restore a backup instead.");
  }
}
