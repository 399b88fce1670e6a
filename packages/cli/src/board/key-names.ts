const namedKeys = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageDown", "pagedown"],
  ["pageUp", "pageup"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const;

/** The part of Ink's key event that the board uses. */
type InkKey = Readonly<Record<(typeof namedKeys)[number][0] | "ctrl" | "shift" | "tab" | "meta", boolean>>;

const controlKeys: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "ctrl-c",
};
const isControl = /[\u0000-\u001f\u007f]/;

/** The names of the pressed keys. Keys pressed in quick succession arrive as one text. */
export function keyNames(input: string, key: InkKey): string[] {
  if (key.tab) return [key.shift ? "shift-tab" : "tab"];
  const name = namedKeys.find(([flag]) => key[flag])?.[1];
  if (name) return [name];
  if (key.ctrl) return input === "" ? [] : [`ctrl-${input}`];
  // Alt with a letter is not text.
  if (key.meta) return [];
  return [...input].flatMap((letter) => controlKeys[letter] ?? (isControl.test(letter) ? [] : [letter]));
}
