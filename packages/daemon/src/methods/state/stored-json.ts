/** A part of a state that is encoded often and changes rarely. A change sets `json` to null. */
export interface CachedJson {
  json: string | null;
}

export function jsonOf<Part extends CachedJson>(part: Part, encode: (part: Part) => unknown): string {
  part.json ??= JSON.stringify(encode(part));
  return part.json;
}

export const jsonList = (texts: readonly string[]): string => `[${texts.join(",")}]`;

const refuse = (expected: string): never => {
  throw new TypeError(`${expected} expected`);
};

/** These functions read parsed JSON and throw for another type: the stored state may be damaged. */
export const asNumber = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse("a number");

export const asString = (value: unknown): string => (typeof value === "string" ? value : refuse("a text"));

export const asBoolean = (value: unknown): boolean =>
  typeof value === "boolean" ? value : value === 1 || (value === 0 ? false : refuse("a flag"));

export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : refuse("a list"));

export const asTextOrNull = (value: unknown): string | null => (value === null ? null : asString(value));

export const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse("an object");

/** The stored form of a value. `decode` throws for anything that `encode` doesn't return. */
export interface Codec<Value> {
  readonly encode: (value: Value) => unknown;
  readonly decode: (stored: unknown) => Value;
}

const storedAsIs = <Value>(decode: (stored: unknown) => Value): Codec<Value> => ({ encode: (value) => value, decode });

export const numberCodec = storedAsIs(asNumber);
export const textCodec = storedAsIs(asString);
export const textOrNullCodec = storedAsIs(asTextOrNull);
export const flagCodec: Codec<boolean> = { encode: (value) => (value ? 1 : 0), decode: asBoolean };

export const orNull = <Value>(codec: Codec<Value>): Codec<Value | null> => ({
  encode: (value) => (value === null ? null : codec.encode(value)),
  decode: (stored) => (stored === null ? null : codec.decode(stored)),
});

/** Null is stored as 0. */
export const nullableCodec = <Value>(codec: Codec<Value>): Codec<Value | null> => ({
  encode: (value) => (value === null ? 0 : codec.encode(value)),
  decode: (stored) => (stored === 0 ? null : codec.decode(stored)),
});

export const listCodec = <Value>({ encode, decode }: Codec<Value>) => ({
  encode: (values: readonly Value[]) => values.map(encode),
  decode: (stored: unknown) => asArray(stored).map(decode),
});

export const pairCodec = storedAsIs((stored): readonly [number, number] => {
  const [first, second] = asArray(stored);
  return [asNumber(first), asNumber(second)];
});

/** The codecs of number fields, in this order. */
export const numberFields = <Field extends string>(...names: readonly Field[]): Record<Field, Codec<number>> =>
  Object.fromEntries(names.map((name) => [name, numberCodec])) as Record<Field, Codec<number>>;

type FieldCodecs<Shape> = { readonly [Field in Exclude<keyof Shape, "json">]: Codec<Shape[Field]> };

/**
 * Reads an object from the list of its fields in the order of `fields`. Fills a new object of `create`, so that decoded
 * and created objects have the same hidden class.
 */
export function tupleDecoder<Shape extends object>(
  fields: { readonly [Field in keyof FieldCodecs<Shape>]: Pick<FieldCodecs<Shape>[Field], "decode"> },
  create: () => Partial<Shape> = () => ({}),
): Codec<Shape>["decode"] {
  const decoders = Object.entries(fields) as [keyof Shape, Pick<Codec<unknown>, "decode">][];
  return (stored) => {
    const parts = asArray(stored);
    const shape = create() as Record<keyof Shape, unknown>;
    for (const [index, [field, { decode }]] of decoders.entries()) shape[field] = decode(parts[index]);
    return shape as Shape;
  };
}

/** Stores an object as the list of its fields in the order of `fields`. */
export function tupleCodec<Shape extends object>(
  fields: FieldCodecs<Shape>,
  create?: () => Partial<Shape>,
): Codec<Shape> {
  const codecs = Object.entries(fields) as [keyof Shape, Codec<unknown>][];
  return {
    encode: (shape) => codecs.map(([field, codec]) => codec.encode(shape[field])),
    decode: tupleDecoder(fields, create),
  };
}

/** Stores an object as one with the same field names, in the order of `fields`. */
export function objectCodec<Shape extends object>(
  fields: FieldCodecs<Shape>,
  create?: () => Partial<Shape>,
): Codec<Shape> {
  const names = Object.keys(fields);
  const { encode, decode } = tupleCodec(fields, create);
  return {
    encode: (shape) => Object.fromEntries((encode(shape) as unknown[]).map((part, index) => [names[index], part])),
    decode(stored) {
      const values = asFields(stored);
      return decode(names.map((name) => values[name]));
    },
  };
}
