import fc from "fast-check";

/** The stores and helpers of the tests about patterns. */
export function patternSets() {
  const pieces = fc.constantFrom(
    ...[
      "user",
      "anna",
      "17",
      "of",
      "GET",
      "/a/b",
      "k=v",
      "k=",
      '"x"',
      "10:00:00",
      "5 KB",
      "a.b.c",
      "node-7",
      "[1, 2]",
      "é",
      "\u0000",
      "\ud800",
      "`",
    ],
  );
  const messages = fc.array(
    fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((each) => each.join(" ")),
      fc.string({ maxLength: 80 }),
    ),
    { maxLength: 60 },
  );

  return {
    messages,
  };
}
