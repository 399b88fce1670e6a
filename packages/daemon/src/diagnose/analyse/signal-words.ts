import { nameWords } from "../../model/golden-signal.ts";

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

/** In a message these tell of the service's own; `connection` and its like may be anybody's. */
const ownWords = new Set(
  "cpu memory mem heap oom outofmemory disk fs io inode inodes descriptors gc swap throttled threads".split(" "),
);
/** As operating systems put it where a disk is full (errno ENOSPC). */
const DISK_FULL = /\bno space left on device\b|\bENOSPC\b/i;
export const isAboutResource = (message: string): boolean =>
  DISK_FULL.test(message) || nameWords(withoutDots(message)).some((word) => ownWords.has(word));

const diskWords = new Set(["disk", "fs", "filesystem", "inode", "inodes"]);
export const isAboutDisk = (text: string): boolean =>
  DISK_FULL.test(text) || nameWords(text).some((word) => diskWords.has(word));

const shareWords = new Set(["availability", "success", "hit"]);
export const isShareOfGood = (name: string): boolean => nameWords(name).some((word) => shareWords.has(word));

/** What a client measures is about those it calls; what a host measures about all that lie on it. */
const othersWords = new Set(["client", "outbound", "upstream", "egress", "node", "host"]);
export const isAboutOthers = (name: string): boolean => nameWords(name).some((word) => othersWords.has(word));

/** A client that went away tells of itself, or of its patience. */
const goneWords = new Set(["cancelled", "canceled", "disconnected", "hangup"]);
export function isClientGone(message: string): boolean {
  const words = nameWords(message);
  return words.includes("client") && words.some((word) => goneWords.has(word));
}
