/**
 * No class blames an event.
 * - `transient`: the server, the network or a resource is away for now. Waiting helps.
 * - `configuration`: the server refuses credentials or settings. A start fails, a running process waits.
 * - `damage`: a file or an index needs a repair. A start and the request fail, a worker waits.
 */
export type ErrorClass = "transient" | "configuration" | "damage";

/** Recognises an error by its whole code, the beginning of its code, its name, or a part of its message. */
export interface ErrorRow {
  readonly by: "code" | "prefix" | "name" | "message";
  readonly match: string;
  readonly class: ErrorClass;
  readonly why: string;
}

type Entries = readonly (readonly [match: string, why: string])[];

const rows = (by: ErrorRow["by"], errorClass: ErrorClass, entries: Entries): readonly ErrorRow[] =>
  entries.map(([match, why]) => ({ by, match, class: errorClass, why }));

/** PostgreSQL, appendix A "PostgreSQL Error Codes". Other errors (data, syntax, constraints) are the caller's. */
const POSTGRES: readonly ErrorRow[] = [
  ...rows("code", "transient", [
    ["08000", "connection_exception"],
    ["08001", "sqlclient_unable_to_establish_sqlconnection"],
    ["08003", "connection_does_not_exist"],
    ["08004", "sqlserver_rejected_establishment_of_sqlconnection"],
    ["08006", "connection_failure"],
    ["08007", "transaction_resolution_unknown"],
    ["08P01", "protocol_violation: PgBouncer reports its timeouts and lost servers by it"],
    ["25006", "read_only_sql_transaction: a standby answers, mostly during a failover"],
    ["25P03", "idle_in_transaction_session_timeout: this process was paused"],
    ["25P04", "transaction_timeout"],
    ["40000", "transaction_rollback"],
    ["40001", "serialization_failure"],
    ["40003", "statement_completion_unknown"],
    ["40P01", "deadlock_detected"],
    ["53000", "insufficient_resources"],
    ["53100", "disk_full"],
    ["53200", "out_of_memory"],
    ["53300", "too_many_connections"],
    ["53400", "configuration_limit_exceeded"],
    ["55006", "object_in_use"],
    ["55P03", "lock_not_available"],
    ["57000", "operator_intervention"],
    ["57014", "query_canceled: by a timeout or by hand"],
    ["57P01", "admin_shutdown, also of one session by pg_terminate_backend"],
    ["57P02", "crash_shutdown"],
    ["57P03", "cannot_connect_now: starting, stopping, or in recovery"],
    ["57P04", "database_dropped"],
    ["57P05", "idle_session_timeout"],
    ["58000", "system_error"],
    ["58030", "io_error"],
    ["58P01", "undefined_file"],
    ["58P02", "duplicate_file"],
  ]),
  ...rows("code", "configuration", [
    ["28000", "invalid_authorization_specification: no such role, or pg_hba.conf refuses it"],
    ["28P01", "invalid_password"],
    ["3D000", "invalid_catalog_name: there is no such database"],
    ["42501", "insufficient_privilege"],
  ]),
  ...rows("code", "damage", [
    ["XX001", "data_corrupted"],
    ["XX002", "index_corrupted"],
  ]),
];

/** errno of the operating system and of name resolution, as Node's "Common system errors" has them. */
const SYSTEM = rows("code", "transient", [
  ["EADDRNOTAVAIL", "no local port is free"],
  ["EAI_AGAIN", "the name server gives no answer"],
  ["ECONNABORTED", "the connection was aborted"],
  ["ECONNREFUSED", "nobody listens there now"],
  ["ECONNRESET", "the peer closed the connection"],
  ["EDQUOT", "the disk quota is used up"],
  ["EHOSTDOWN", "the host is down"],
  ["EHOSTUNREACH", "no route to the host"],
  ["EIO", "the disk failed"],
  ["EMFILE", "this process has too many open files"],
  ["ENETDOWN", "the network is down"],
  ["ENETUNREACH", "the network is unreachable"],
  ["ENFILE", "the machine has too many open files"],
  ["ENOBUFS", "the kernel has no buffer left"],
  ["ENOMEM", "the kernel has no memory left"],
  ["ENOSPC", "the disk is full"],
  ["ENOTCONN", "the socket is not connected"],
  ["ENOTFOUND", "the name server knows no such host: records of services come and go"],
  ["EPIPE", "the peer closed the connection while we wrote"],
  ["EROFS", "the file system became read-only"],
  ["ETIMEDOUT", "the peer gave no answer"],
]);

/** Primary result codes of SQLite ("Result and Error Codes"); extended codes begin with them. */
const SQLITE: readonly ErrorRow[] = [
  ...rows("prefix", "transient", [
    ["SQLITE_BUSY", "another process writes"],
    ["SQLITE_FULL", "the disk is full"],
    ["SQLITE_IOERR", "the disk failed"],
    ["SQLITE_LOCKED", "another statement writes"],
    ["SQLITE_NOMEM", "no memory is left"],
    ["SQLITE_PROTOCOL", "the locks of the WAL were contended"],
  ]),
  ...rows("prefix", "configuration", [
    ["SQLITE_CANTOPEN", "the file can't be opened: mostly its owner or mode, or too many open files"],
    ["SQLITE_READONLY", "the file can't be written: its owner or mode, or the file system became read-only"],
  ]),
  ...rows("prefix", "damage", [
    ["SQLITE_CORRUPT", "a page of the file is damaged"],
    ["SQLITE_NOTADB", "the header of the file is damaged, or the file is another one"],
  ]),
];

/** Errors that drivers report without a code. Taken from pg 8, pg-pool 3, typeorm 1 and amqplib 2. */
const DRIVERS: readonly ErrorRow[] = [
  ...rows("name", "transient", [
    ["QueryRunnerAlreadyReleasedError", "typeorm: the connection broke between two statements of a transaction"],
    ["IllegalOperationError", "amqplib: the channel or the connection is closed"],
  ]),
  ...rows("message", "transient", [
    ["Connection terminated", "pg: the connection ended, or took too long to open"],
    ["timeout exceeded when trying to connect", "pg-pool: no connection came free in time"],
    ["timeout expired", "pg: the server gave no answer to the connection"],
    ["Query read timeout", "pg: the server gave no answer to a statement"],
    ["Client has encountered a connection error", "pg: a statement on a broken connection"],
    ["Client was closed and is not queryable", "pg: a statement on a closed connection"],
    ["Socket closed abruptly", "amqplib: the broker went during the handshake"],
    ["Heartbeat timeout", "amqplib: the broker gives no sign of life"],
    ["Unexpected close", "amqplib: the connection ended"],
    ["Channel ended, no reply", "amqplib: the channel closed before it answered"],
    ["Channel closed by server: 404", "amqplib: a queue is gone, and is declared again"],
    ["Connection closed: 320", "amqplib: CONNECTION_FORCED, an operator closed it"],
  ]),
  ...rows("message", "configuration", [
    ["The server does not support SSL connections", "pg: the address asks for TLS"],
    ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a", "pg: the address holds no password"],
    ["403 (ACCESS-REFUSED)", "amqplib: the broker refuses the user or the password"],
    ["530 (NOT-ALLOWED)", "amqplib: there is no such virtual host, or the user may not use it"],
  ]),
];

/** Every error that is not the fault of what was being stored. The first row that matches counts. */
export const ERROR_ROWS: readonly ErrorRow[] = [...POSTGRES, ...SYSTEM, ...SQLITE, ...DRIVERS];
