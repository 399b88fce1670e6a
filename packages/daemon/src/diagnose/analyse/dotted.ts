/** Names with dots, whole: of hosts, and of what code is made of; none that a path has within it. */
const DOTTED = /(?<![\w.$-]|[^:/]\/|[^:]\/\/)[\w-]{1,60}(?:\.[\w$-]{1,100}){2,10}(?![\w$])/g;
/** Domains that hosts lie in: those of anybody, those of countries that no file ends with, and private ones. */
const DOMAINS = new Set(
  (
    "com net org edu gov mil int info biz io co ai app dev cloud tech xyz online site eu us uk de fr it es nl be ch at " +
    "se no dk fi pt gr ie cz hu ro ua jp cn kr tw hk sg au nz br mx ar cl za ca il tr internal corp lan local " +
    "example test invalid"
  ).split(" "),
);
/** `org.hibernate`, `java.sql`: code turns domains around, and a class has capitals. */
const isHost = (name: string): boolean => {
  const labels = name.split(".");
  return name === name.toLowerCase() && DOMAINS.has(labels.at(-1) ?? "") && !DOMAINS.has(labels[0] ?? "");
};
export const namesHost = (text: string): boolean => (text.match(DOTTED) ?? []).some(isHost);

/** The text with each such name as what it names: `OutOfMemoryError` of `java.lang.OutOfMemoryError`, of a host nothing. */
export const withoutDots = (text: string): string =>
  text.replace(DOTTED, (name) => (name === name.toLowerCase() ? " " : (name.split(".").at(-1) ?? "")));
