/** The most significant digits that a number of the text has. */
export const mostDigits = (text: string): number =>
  Math.max(
    0,
    ...[...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => {
      const digits = number.replace(".", "").replace(/^0+/, "");
      return (number.includes(".") ? digits : digits.replace(/0+$/, "")).length;
    }),
  );
