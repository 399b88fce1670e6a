import { nameWords } from "../../model/golden-signal.ts";
import { withoutDots } from "./dotted.ts";

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
