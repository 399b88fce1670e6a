import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which of several recipients have a delivery already that others have yet to get. */
export class NotificationRecipients1764001450000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table notification_delivery add column taken text");
  }

  async down(): Promise<void> {
    throw new Error("Some recipients would get again what they have; restore a backup instead.");
  }
}
