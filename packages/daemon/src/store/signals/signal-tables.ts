import { EntitySchema } from "typeorm";
import { integer, key, nullable, text } from "../sql/columns.ts";

export interface DeploymentRow {
  organizationId: string;
  service: string;
  at: number;
  eventId: string;
  version: string;
  environment: string;
  gitHash: string | null;
}

export const deploymentTable = new EntitySchema<DeploymentRow>({
  name: "deployment",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    service: { ...text, ...key },
    at: { ...integer, ...key },
    eventId: { ...text, ...key, name: "event_id" },
    version: text,
    environment: text,
    gitHash: { ...text, ...nullable, name: "git_hash" },
  },
});
