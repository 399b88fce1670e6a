import { EntitySchema } from "typeorm";
import type { IncidentComment } from "../../incident/unit-of-work.ts";
import { integer, nullable, text } from "../sql/columns.ts";

export interface CommentRow extends IncidentComment {
  /** Grows with every comment. */
  seq: number;
}

export const incidentCommentTable = new EntitySchema<CommentRow>({
  name: "incident_comment",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    incidentId: { ...text, name: "incident_id" },
    author: text,
    actor: { ...text, ...nullable },
    body: text,
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});
