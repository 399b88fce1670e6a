import { nameWords } from "../../model/golden-signal.ts";

/** Dotted names of hosts and code, but not within paths. */
const DOTTED = /(?<![\w.$-]|[^:/]\/|[^:]\/\/)[\w-]{1,60}(?:\.[\w$-]{1,100}){2,10}(?![\w$])/g;
/** Top-level domains: generic, of countries, and private. */
const DOMAINS = new Set(
  (
    "com net org edu gov mil int info biz io co ai app dev cloud tech xyz online site eu us uk de fr it es nl be ch at " +
    "se no dk fi pt gr ie cz hu ro ua jp cn kr tw hk sg au nz br mx ar cl za ca il tr internal corp lan local " +
    "example test invalid"
  ).split(" "),
);
/** Code reverses domains (`org.hibernate`) and has capitals. */
const isHost = (name: string): boolean => {
  const labels = name.split(".");
  return name === name.toLowerCase() && DOMAINS.has(labels.at(-1) ?? "") && !DOMAINS.has(labels[0] ?? "");
};
export const namesHost = (text: string): boolean => (text.match(DOTTED) ?? []).some(isHost);

/** Replaces dotted names: `java.lang.OutOfMemoryError` by its class, hosts by nothing. */
export const withoutDots = (text: string): string =>
  text.replace(DOTTED, (name) => (name === name.toLowerCase() ? " " : (name.split(".").at(-1) ?? "")));

/** Words of the service's own resources; `connection` may be anybody's. */
const ownWords = new Set(
  "cpu memory mem heap oom outofmemory disk fs io inode inodes descriptors gc swap throttled threads".split(" "),
);
/** Full disk (errno ENOSPC). */
const DISK_FULL = /\bno space left on device\b|\bENOSPC\b/i;
export const isAboutResource = (message: string): boolean =>
  DISK_FULL.test(message) || nameWords(withoutDots(message)).some((word) => ownWords.has(word));

const diskWords = new Set(["disk", "fs", "filesystem", "inode", "inodes"]);
export const isAboutDisk = (text: string): boolean =>
  DISK_FULL.test(text) || nameWords(text).some((word) => diskWords.has(word));

const shareWords = new Set(["availability", "success", "hit"]);
export const isShareOfGood = (name: string): boolean => nameWords(name).some((word) => shareWords.has(word));

/** Client metrics are about callees, host metrics about all services on it. */
const othersWords = new Set(["client", "outbound", "upstream", "egress", "node", "host"]);
export const isAboutOthers = (name: string): boolean => nameWords(name).some((word) => othersWords.has(word));

/** A disconnected client says little about the service. */
const goneWords = new Set(["cancelled", "canceled", "disconnected", "hangup"]);
export function isClientGone(message: string): boolean {
  const words = nameWords(message);
  return words.includes("client") && words.some((word) => goneWords.has(word));
}
