import type { EntitySchemaColumnOptions } from "typeorm";

/** Columns as both engines understand them: times are milliseconds in integers, JSON is text. */
export const integer: EntitySchemaColumnOptions = {
  type: "bigint",
  transformer: { to: (value: unknown) => value, from: (value: unknown) => (value === null ? null : Number(value)) },
};
export const text: EntitySchemaColumnOptions = { type: "text" };
export const json: EntitySchemaColumnOptions = {
  type: "text",
  transformer: {
    to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
    from: (value: unknown) => (value === null ? null : (JSON.parse(String(value)) as unknown)),
  },
};
/** True and false as 1 and 0. */
export const flag: EntitySchemaColumnOptions = {
  ...integer,
  transformer: { to: (value: unknown) => (value ? 1 : 0), from: (value: unknown) => Number(value) === 1 },
};
export const nullable = { nullable: true };
export const key = { primary: true };
