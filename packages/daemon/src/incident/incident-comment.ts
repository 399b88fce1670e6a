/** What somebody wrote about an incident, as it was written (contract 2.2). */
export interface IncidentComment {
  readonly id: string;
  readonly organizationId: string;
  readonly incidentId: string;
  /** As the caller names them: free text. */
  readonly author: string;
  /** Whose token it was; null for what was written before this was stored. */
  readonly actor: string | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}
