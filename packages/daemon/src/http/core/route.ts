import type { Request, Response } from "express";
import type { operations } from "../../generated/interfaces.ts";
import type { Caller } from "../auth.ts";

/** Operations of the core interface. Every server answers health and metrics (`http/health.ts`). */
export type OperationId = Exclude<
  keyof operations,
  `send${string}` | "checkLiveness" | "checkReadiness" | "readMetrics"
>;

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type Query<Id extends OperationId> = NonNullable<Parameters<Id>["query"]>;
type Path<Id extends OperationId> = NonNullable<Parameters<Id>["path"]>;
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Content } };
}
  ? Content
  : undefined;

/** The validated request and its caller. */
export interface Call<Id extends OperationId> {
  readonly caller: Caller;
  readonly scope: Caller["scope"];
  readonly query: Query<Id>;
  readonly path: Path<Id>;
  readonly body: Body<Id>;
  readonly request: Request;
  readonly response: Response;
}

type JsonOf<Reply> = Reply extends { content: { "application/json": infer Content } } ? Content : never;
type Replies<Id extends OperationId> = operations[Id]["responses"];

/** The answers that the document allows for an operation. */
type Answer<Id extends OperationId> = {
  [Status in keyof Replies<Id> & (200 | 201 | 202)]: {
    readonly status: Status;
    readonly body: JsonOf<Replies<Id>[Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof Replies<Id> & (200 | 201 | 202)];

/** Calls one function of a module with the parsed request and presents the result; null if it has sent the answer itself. */
export type Route<Id extends OperationId> = (call: Call<Id>) => Promise<Answer<Id> | null>;

export type Routes = { readonly [Id in OperationId]: Route<Id> };
