/** The text, or as much of it as so many characters hold. */
export function truncate(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  // Twice as many units hold as many characters, whatever their planes.
  const characters = [...text.slice(0, 2 * charactersMax + 2)];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join("")}…`;
}
