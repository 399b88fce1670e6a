import { expect } from "chai";
import type { Archive, ArchiveQuery } from "../../src/archive/archive.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, idsOf } from "./samples.ts";

/** The stores and helpers of the tests about the archive. */
export function archiveWorld(fresh: MakeFresh) {
  let store: Fresh;
  let archive: Archive;
  beforeEach(async () => {
    store = await fresh();
    archive = await store.openArchive();
  });
  afterEach(() => store.drop());

  const found = async (query: Partial<ArchiveQuery>, scope = ACME): Promise<string[]> =>
    idsOf((await archive.search(scope, { limit: 100, ...query })).records);

  async function allPages(query: Partial<ArchiveQuery>, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await archive.search(ACME, { ...query, limit, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.records.length).to.be.at.most(limit);
      ids.push(...idsOf(page.records));
      cursor = page.cursor;
    } while (cursor !== undefined);
    return ids;
  }

  return {
    found,
    allPages,
    get archive() {
      return archive;
    },
  };
}
