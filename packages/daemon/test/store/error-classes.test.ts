import { expect } from "chai";
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from "typeorm";
import { ApplicationError } from "../../src/kernel/errors.ts";
import { classifyError, isDamage, isTransient } from "../../src/store/sql/classify-error.ts";
import { ERROR_ROWS } from "../../src/store/sql/error-classes.ts";

const coded = (code: string, message = "as the driver words it"): Error => Object.assign(new Error(message), { code });
/** amqplib's constructor isn't exported; its errors carry this name. */
const named = (name: string): Error => Object.assign(new Error("Channel closed"), { name });

const POSTGRES_TRANSIENT = [
  ...["08000", "08001", "08003", "08004", "08006", "08007", "08P01", "25006", "25P03", "25P04"],
  ...["40000", "40001", "40003", "40P01", "53000", "53100", "53200", "53300", "53400", "55006", "55P03"],
  ...["57000", "57014", "57P01", "57P02", "57P03", "57P04", "57P05", "58000", "58030", "58P01", "58P02"],
];
const POSTGRES_CONFIGURATION = ["28000", "28P01", "3D000", "42501"];
const POSTGRES_BLAMED = ["22P05", "22003", "22021", "23502", "23505", "40002", "42601", "42P01", "54000", "P0001"];
const SYSTEM = [
  ...["EADDRNOTAVAIL", "EAI_AGAIN", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EDQUOT", "EHOSTDOWN"],
  ...["EHOSTUNREACH", "EIO", "EMFILE", "ENETDOWN", "ENETUNREACH", "ENFILE", "ENOBUFS", "ENOMEM", "ENOSPC"],
  ...["ENOTCONN", "ENOTFOUND", "EPIPE", "EROFS", "ETIMEDOUT"],
];
const SQLITE = [
  ...["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_IOERR_WRITE"],
  ...["SQLITE_LOCKED", "SQLITE_NOMEM", "SQLITE_PROTOCOL"],
];
const SQLITE_CONFIGURATION = ["SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_READONLY_DBMOVED"];
const MESSAGES_TRANSIENT = [
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Query read timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Socket closed abruptly during opening handshake",
  "Heartbeat timeout",
  "Unexpected close",
  "Channel ended, no reply will be forthcoming",
  'Channel closed by server: 404 (NOT-FOUND) with message "NOT_FOUND - no queue"',
  'Connection closed: 320 (CONNECTION-FORCED) with message "shutdown"',
];
const MESSAGES_CONFIGURATION = [
  "The server does not support SSL connections",
  "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
  'Handshake terminated by server: 403 (ACCESS-REFUSED) with message "refused"',
  'Connection closed: 530 (NOT-ALLOWED) with message "vhost not found"',
];

const DAMAGE = ["SQLITE_CORRUPT", "SQLITE_CORRUPT_VTAB", "SQLITE_NOTADB", "XX001", "XX002"];

describe("the table of error classes", () => {
  for (const code of DAMAGE) {
    it(`takes ${code} for damage, which blames no event and doesn't pass by itself`, () => {
      expect(isDamage(coded(code))).to.equal(true);
      expect(isTransient(coded(code))).to.equal(false);
    });
  }
  for (const code of [...POSTGRES_TRANSIENT, ...SYSTEM, ...SQLITE]) {
    it(`takes ${code} for transient`, () => expect(classifyError(coded(code))).to.equal("transient"));
  }
  for (const code of [...POSTGRES_CONFIGURATION, ...SQLITE_CONFIGURATION]) {
    it(`takes ${code} for a matter of configuration, which blames no event`, () => {
      expect(classifyError(coded(code))).to.equal("configuration");
      expect(isTransient(coded(code))).to.equal(true);
      expect(classifyError(coded(code))).to.equal("configuration");
    });
  }
  for (const code of [...POSTGRES_BLAMED, "SQLITE_CONSTRAINT", "ENOENT", "EACCES"]) {
    it(`leaves ${code} to whoever caused it`, () => expect(classifyError(coded(code))).to.equal(undefined));
  }
  for (const message of MESSAGES_TRANSIENT) {
    it(`takes "${message}" for transient`, () => expect(classifyError(new Error(message))).to.equal("transient"));
  }
  for (const message of MESSAGES_CONFIGURATION) {
    it(`takes "${message}" for a matter of configuration`, () =>
      expect(classifyError(new Error(message))).to.equal("configuration"));
  }
  for (const error of [new QueryRunnerAlreadyReleasedError(), named("IllegalOperationError")]) {
    it(`takes ${error.name} for transient`, () => expect(classifyError(error)).to.equal("transient"));
  }

  it("has no row that no test names", () => {
    const codes = [...POSTGRES_TRANSIENT, ...POSTGRES_CONFIGURATION, ...SYSTEM, ...DAMAGE];
    const names = ["QueryRunnerAlreadyReleasedError", "IllegalOperationError"];
    const messages = [...MESSAGES_TRANSIENT, ...MESSAGES_CONFIGURATION];
    const untested = ERROR_ROWS.filter(
      ({ by, match }) =>
        !(by === "code" && codes.includes(match)) &&
        !(by === "prefix" && [...SQLITE, ...SQLITE_CONFIGURATION, ...DAMAGE].includes(match)) &&
        !(by === "name" && names.includes(match)) &&
        !(by === "message" && messages.some((message) => message.includes(match))),
    );
    expect(untested).to.deep.equal([]);
  });

  it("looks into causes, driver errors and the attempts on several addresses", () => {
    const refused = coded("ECONNREFUSED");
    expect(isTransient(new Error("outer", { cause: new Error("inner", { cause: refused }) }))).to.equal(true);
    expect(isTransient(new QueryFailedError("select 1", [], new Error("Connection terminated")))).to.equal(true);
    expect(isTransient(new AggregateError([new Error("other"), refused]))).to.equal(true);
    expect(isTransient(new ApplicationError("storage_unavailable", "Away.", { cause: refused }))).to.equal(true);
  });

  it("takes a missing socket of a server for transient, and ends on causes in a circle", () => {
    expect(isTransient(Object.assign(coded("ENOENT"), { syscall: "connect" }))).to.equal(true);
    const circle = new Error("circle");
    circle.cause = circle;
    expect(isTransient(circle)).to.equal(false);
  });

  it("judges an error with a code by its code, whatever its text quotes", () => {
    expect(isTransient(coded("22P05", 'invalid text "Connection terminated"'))).to.equal(false);
  });

  for (const nothing of [undefined, null, "ECONNREFUSED", 7]) {
    it(`leaves what is no error alone: ${String(nothing)}`, () => expect(isTransient(nothing)).to.equal(false));
  }
});
