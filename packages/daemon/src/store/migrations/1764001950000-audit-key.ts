import type { MigrationInterface, QueryRunner } from "typeorm";

/** The end of an audit log under the daemon's key; null until the log has one. */
export class AuditKey1764001950000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table remediation_audit_head add column seal text");
  }

  async down(): Promise<void> {
    throw new Error("What the audit log is checked by would be lost; restore a backup instead.");
  }
}
