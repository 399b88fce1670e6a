import type { StreamStore } from "../../stream/stream-store.ts";
import type { Database } from "../sql/database.ts";
import { streamChangeTable, streamHeadTable } from "./incident-tables.ts";

export function createStreamStore(database: Database): StreamStore {
  const { reader } = database;
  return {
    async heads(organizationIds) {
      if (organizationIds.length === 0) return new Map();
      const rows = await reader
        .createQueryBuilder(streamHeadTable, "head")
        .where("head.organizationId in (:...organizationIds)", { organizationIds })
        .getMany();
      return new Map(rows.map(({ organizationId, seq }) => [organizationId, seq]));
    },
    async after(scope, seq, most) {
      return reader
        .createQueryBuilder(streamChangeTable, "change")
        .where("change.organizationId = :organizationId and change.seq > :seq", {
          organizationId: scope.organizationId,
          seq,
        })
        .orderBy("change.seq", "ASC")
        .limit(most)
        .getMany();
    },
    async oldest(scope) {
      const row = await reader
        .createQueryBuilder(streamChangeTable, "change")
        .where("change.organizationId = :organizationId", { organizationId: scope.organizationId })
        .orderBy("change.seq", "ASC")
        .limit(1)
        .getOne();
      return row?.seq;
    },
  };
}
