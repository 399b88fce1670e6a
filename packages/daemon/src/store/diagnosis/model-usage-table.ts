import { EntitySchema } from "typeorm";
import { integer, key, text } from "../sql/columns.ts";

export interface ModelUsageRow {
  organizationId: string;
  /** UTC days since 1970. */
  day: number;
  /** Spent, and reserved for what runs. */
  tokens: number;
}

export const modelUsageTable = new EntitySchema<ModelUsageRow>({
  name: "model_usage",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    day: { ...integer, ...key },
    tokens: integer,
  },
});
