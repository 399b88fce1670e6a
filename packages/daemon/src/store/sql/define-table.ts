import {
  type EntitySchemaColumnOptions as Column,
  EntitySchema,
  type EntitySchemaOptions,
  type ObjectLiteral,
} from "typeorm";

type Columns<Field extends string> = Record<Field, Column>;

const columnsOf =
  (column: Column) =>
  <Field extends string>(...fields: readonly Field[]): Columns<Field> =>
    Object.fromEntries(fields.map((field) => [field, column])) as Columns<Field>;

/** Columns that mean the same on both engines: times are integers of milliseconds, JSON is text, flags are 1 and 0. */
export const text = columnsOf({ type: "text" });
export const integer = columnsOf({ type: "bigint" });
export const real = columnsOf({ type: "double precision" });
export const json = columnsOf({
  type: "text",
  transformer: {
    to: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
    from: (value: unknown) => (value === null ? null : (JSON.parse(String(value)) as unknown)),
  },
});
export const flag = columnsOf({
  type: "bigint",
  transformer: { to: (value: unknown) => (value ? 1 : 0), from: (value: unknown) => value === 1 },
});
/** A key that the database assigns, counted up. */
export const generated = columnsOf({ type: "bigint", primary: true, generated: "increment" });

/** The primary key, of one column or several. */
export const key = <Field extends string>(columns: Columns<Field>): Columns<Field> =>
  mapColumns(columns, (column) => ({ ...column, primary: true }));

const mapColumns = <Field extends string>(
  columns: Columns<Field>,
  change: (column: Column, field: Field) => Column,
): Columns<Field> =>
  Object.fromEntries(
    Object.entries<Column>(columns).map(([field, column]) => [field, change(column, field as Field)]),
  ) as Columns<Field>;

/**
 * A table as TypeORM knows it; `migrations/` creates it. The column of the field `createdAt` is `created_at`, unless
 * `names` gives another name.
 */
export const defineTable = <Row extends ObjectLiteral>(
  name: string,
  columns: Columns<keyof Row & string>,
  names: Partial<Record<keyof Row, string>> = {},
): EntitySchema<Row> => {
  const named = mapColumns(columns, (column, field) => ({ ...column, name: names[field] ?? toSnakeCase(field) }));
  return new EntitySchema<Row>({ name, columns: named as EntitySchemaOptions<Row>["columns"] });
};

const toSnakeCase = (field: string): string => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
