import cliTruncate from "cli-truncate";

/** Cuts a text to `width` cells, with an ellipsis in place of the rest. */
export const truncate = (text: string, width: number): string => cliTruncate(text, width);
