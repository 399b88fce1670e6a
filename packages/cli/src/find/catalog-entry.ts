import type { CatalogEntry, Tocsin } from "@tocsin/sdk";

/** The entry of a service; undefined where it has none. */
export async function findCatalogEntry(client: Tocsin, name: string): Promise<CatalogEntry | undefined> {
  try {
    return await client.services.get(name);
  } catch (error) {
    // The SDK is known by its names, so that it loads only with a client.
    if (error instanceof Error && error.name === "NotFoundError") return undefined;
    throw error;
  }
}
