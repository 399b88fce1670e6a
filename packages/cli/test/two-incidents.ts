import { incident, json } from "./fake-tocsin.ts";

export const [first, second] = [
  incident(),
  incident({
    id: "019353e2-0000-7000-8000-000000000002",
    title: "bad\u001b]0;pwned\u0007 \u202etitle",
    status: "INVESTIGATING",
    duplicateCount: 2,
  }),
];

const timeline = [
  {
    id: "t",
    incidentId: first.id,
    type: "incident_created",
    title: "Incident\u001b[2J opened",
    detail: "at once",
    metadata: {},
    createdAt: first.createdAt,
    actor: "system",
  },
];
/** Answers about the two incidents. */
export const routes = {
  "GET /incidents": json([first, second]),
  [`GET /incidents/${first.id}/events`]: json(timeline),
  [`GET /incidents/${first.id}`]: json(first),
  [`PATCH /incidents/${first.id}/status`]: json({ ...first, status: "RESOLVED" }),
};
