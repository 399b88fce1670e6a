import type { MigrationInterface, QueryRunner } from "typeorm";

/** The team, comments, runbooks and their links to incidents. */
const statements = (growing: string): string[] => [
  `create table team_member (
    seq ${growing}, id text not null, organization_id text not null, name text not null, email text not null,
    email_key text not null, role text, avatar_url text, is_on_call integer not null, created_at bigint not null
  )`,
  "create unique index team_member_by_id on team_member (organization_id, id)",
  "create index team_member_by_organization on team_member (organization_id, seq)",
  "create unique index team_member_by_email on team_member (organization_id, email_key)",
  `create table team_departure (
    organization_id text not null, member_id text not null, name text not null, removed_at bigint not null,
    check_at bigint not null, primary key (organization_id, member_id)
  )`,
  "create index team_departure_by_check on team_departure (check_at)",
  `create table incident_comment (
    seq ${growing}, id text not null, organization_id text not null, incident_id text not null,
    author text not null, body text not null, created_at bigint not null, updated_at bigint not null
  )`,
  "create unique index incident_comment_by_id on incident_comment (organization_id, id)",
  "create index incident_comment_by_incident on incident_comment (organization_id, incident_id, seq)",
  `create table runbook (
    seq ${growing}, id text not null, organization_id text not null, slug text not null, title text not null,
    owner_team text, status text not null, action_tags text not null, latest_version text not null,
    latest_version_id text not null, created_by text not null, change_summary text, content_bytes bigint not null,
    created_at bigint not null, updated_at bigint not null
  )`,
  "create unique index runbook_by_id on runbook (organization_id, id)",
  "create unique index runbook_by_slug on runbook (organization_id, slug)",
  "create index runbook_by_age on runbook (organization_id, seq)",
  "create index runbook_by_status on runbook (organization_id, status, seq)",
  `create table runbook_action_tag (
    organization_id text not null, tag text not null, seq bigint not null, status text not null,
    primary key (organization_id, tag, seq)
  )`,
  "create index runbook_action_tag_by_status on runbook_action_tag (organization_id, tag, status, seq)",
  "create index runbook_action_tag_by_runbook on runbook_action_tag (seq)",
  `create table runbook_version (
    seq ${growing}, id text not null, organization_id text not null, runbook_id text not null,
    version text not null, content_md text not null, created_by text not null, change_summary text,
    created_at bigint not null
  )`,
  "create unique index runbook_version_by_id on runbook_version (organization_id, id)",
  "create unique index runbook_version_by_version on runbook_version (organization_id, runbook_id, version)",
  "create index runbook_version_by_age on runbook_version (organization_id, runbook_id, seq)",
  `create table incident_runbook (
    organization_id text not null, incident_id text not null, runbook_id text not null, source text not null,
    created_at bigint not null, primary key (organization_id, incident_id, runbook_id)
  )`,
];

export class TeamAndRunbooks1764000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const postgres = runner.connection.options.type === "postgres";
    const growing = postgres ? "bigserial primary key" : "integer primary key autoincrement";
    for (const sql of statements(growing)) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error("Comments and runbooks would be lost; restore a backup instead.");
  }
}
