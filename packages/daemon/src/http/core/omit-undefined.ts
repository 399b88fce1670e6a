/** Without what is undefined. */
export const omitUndefined = <Values extends object>(
  values: Values,
): { [Key in keyof Values]?: NonNullable<Values[Key]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>;
  };
