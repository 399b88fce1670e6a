import { expectTypeOf } from "expect-type";
import type {
  CallOptions,
  Comment,
  ErrorCode,
  ErrorFields,
  Incident,
  IncidentFilter,
  IncidentMessage,
  Page,
  SendOptions,
  Tocsin,
  TocsinError,
  TocsinOptions,
} from "../src/index.ts";

/** The compiler checks these; running them only shows that they are there. */
describe("the public types", () => {
  it("give an error the code of the answer, or none", () => {
    expectTypeOf<TocsinError["code"]>().toEqualTypeOf<ErrorCode | undefined>();
    expectTypeOf<ErrorFields["code"]>().toEqualTypeOf<ErrorCode | undefined>();
    expectTypeOf<"incident_not_found">().toExtend<ErrorCode>();
    expectTypeOf<"no_such_code">().not.toExtend<ErrorCode>();
  });

  it("narrow the code in a switch", () => {
    const advice = (code: ErrorCode): string => {
      switch (code) {
        case "invalid_cursor":
          expectTypeOf(code).toEqualTypeOf<"invalid_cursor">();
          return "Start again.";
        default:
          expectTypeOf(code).toEqualTypeOf<Exclude<ErrorCode, "invalid_cursor">>();
          return "";
      }
    };
    expectTypeOf(advice).returns.toEqualTypeOf<string>();
  });

  it("give a list as a page with a cursor, and all of it as a generator", () => {
    expectTypeOf<Tocsin["incidents"]["list"]>().returns.resolves.toEqualTypeOf<Page<Incident>>();
    expectTypeOf<Tocsin["comments"]["list"]>().returns.resolves.toEqualTypeOf<Page<Comment>>();
    expectTypeOf<Page<Incident>["nextCursor"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Page<Incident>["totalCount"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Tocsin["incidents"]["listAll"]>().returns.toEqualTypeOf<AsyncGenerator<Incident, void, undefined>>();
    expectTypeOf<Tocsin["comments"]["listAll"]>().returns.toEqualTypeOf<AsyncGenerator<Comment, void, undefined>>();
  });

  it("give every method the call's options as its last argument", () => {
    expectTypeOf<Tocsin["incidents"]["list"]>().parameter(0).toEqualTypeOf<IncidentFilter | undefined>();
    expectTypeOf<Tocsin["incidents"]["list"]>().parameter(1).toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Tocsin["incidents"]["get"]>().parameter(1).toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Tocsin["team"]["list"]>().parameter(0).toEqualTypeOf<CallOptions | undefined>();
    expectTypeOf<Tocsin["ingest"]["log"]>().parameter(1).toEqualTypeOf<SendOptions | undefined>();
    expectTypeOf<SendOptions>().toExtend<CallOptions>();
  });

  it("accept undefined filters, and no unknown ones", () => {
    expectTypeOf<{ status: undefined }>().toExtend<IncidentFilter>();
    expectTypeOf<IncidentFilter>().not.toHaveProperty("assignee");
    expectTypeOf<{ severity: "LOUD" }>().not.toExtend<IncidentFilter>();
  });

  it("tell the messages of a stream apart by their type", () => {
    expectTypeOf<Extract<IncidentMessage, { type: "incident" }>["incident"]>().toEqualTypeOf<Incident>();
    expectTypeOf<Extract<IncidentMessage, { type: "reset" }>>().not.toHaveProperty("incident");
  });

  it("take a token as a text or a function", () => {
    expectTypeOf<string>().toExtend<NonNullable<TocsinOptions["token"]>>();
    expectTypeOf<() => Promise<string>>().toExtend<NonNullable<TocsinOptions["token"]>>();
  });
});
