/** The id that everything has in the answers of the server that these commands are tried against. */
export const anId = "019353e1-0000-7000-8000-000000000001";

/** What to type so that an operation is asked for: words with spaces between, or each word and what stdin says. */
export type Typed = string | { readonly args: readonly string[]; readonly input?: string };

/** What reaches the operations of a topic, by operationId. */
export type Reached = Readonly<Record<string, Typed>>;
