/** Cuts the text to this number of characters, with an ellipsis. */
export function truncate(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  // A character has at most two UTF-16 units.
  const characters = [...text.slice(0, 2 * charactersMax + 2)];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join("")}…`;
}
