import type { RefusalLookup } from "./refusals.ts";
import type { ServiceLookup } from "./services.ts";

/** What the core role reads of what ingest roles keep. */
export interface IntakeLookup extends ServiceLookup, RefusalLookup {
  close(): Promise<void>;
}
