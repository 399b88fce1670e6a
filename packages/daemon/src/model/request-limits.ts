import { KIB, MIB } from "../kernel/bytes.ts";

/** One body of the core interface, before and after decompression; and all bodies in memory at one time. */
export const CORE_BODY_BYTES_MAX = 1024 * KIB;
export const CORE_BODIES_IN_FLIGHT_BYTES_MAX = 32 * MIB;
/** Errors in one answer; a batch can cause thousands. */
export const ERROR_DETAILS_MAX = 100;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;
/** Each process of the core interface keeps all revocations in memory, some 2 MiB. */
export const TOKEN_REVOCATIONS_MAX = 10_000;
/** A stored answer to a request with an Idempotency-Key. */
export const ANSWER_KEPT_BYTES_MAX = 256 * 1024;
/** Connections of each interface; each is a setting. An idle connection takes some 10 KiB. */
export const CORE_CONNECTIONS_MAX = 2048;
export const INGEST_CONNECTIONS_MAX = 4096;
/** The minimum for a process with all roles: app/backends/database-connections.ts. */
export const DATABASE_CONNECTIONS_MIN = 18;
export const DATABASE_CONNECTIONS_MAX = 1000;
