/**
 * JSON Schemas of the values that people write into files. The `description` completes the sentence "x must be …" in the
 * message about a value that doesn't fit.
 */
export const flag = { type: "boolean", description: "true or false" } as const;

export const identifier = {
  type: "string",
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  maxLength: 64,
  description: "lower-case words joined by hyphens, 64 characters at most",
} as const;

export const number = (minimum: number, maximum: number, unit = "") => ({
  type: "number" as const,
  minimum,
  maximum,
  description: `a number from ${minimum} to ${maximum}${unit}`,
});

export const whole = (minimum: number, maximum: number) => ({
  type: "integer" as const,
  minimum,
  maximum,
  description: `a whole number from ${minimum} to ${maximum}`,
});

export const orNull = (schema: ReturnType<typeof number> | ReturnType<typeof whole>, meaning = "") => ({
  ...schema,
  type: [schema.type, "null"] as const,
  description: `${schema.description}, or null${meaning}`,
});

export const oneOf = <const Words extends readonly string[]>(...words: Words) => ({
  enum: words,
  description: `one of ${words.join(", ")}`,
});

export const fieldsOf = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
  description: "fields with values",
});
