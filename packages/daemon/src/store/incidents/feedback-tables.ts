import { EntitySchema } from "typeorm";
import type { Feedback } from "../../model/feedback.ts";
import { integer, key, nullable, text } from "../sql/columns.ts";

/** About incidents and shadow openings, whose ids are of one kind. */
export const feedbackTable = new EntitySchema<Feedback>({
  name: "feedback",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    aboutId: { ...text, ...key, name: "about_id" },
    person: { ...text, ...key },
    by: { ...text, name: "named" },
    verdict: text,
    note: { ...text, ...nullable },
    createdAt: { ...integer, name: "created_at" },
    updatedAt: { ...integer, name: "updated_at" },
  },
});
