import { spawnSync } from "node:child_process";
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { createInterface } from "node:readline";
import type { Random } from "./random.ts";

/** True where the package strace is installed and may trace. */
export const canTrace = (): boolean => spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;

const CALLS = "openat,write,writev,pwrite64,ftruncate,fsync,fdatasync,rename,link,unlink";
/** More than any write of the tests has. */
const BYTES_MAX = 4 * 1024 * 1024;

/** Runs a command under strace, which notes each write, sync and answer in the file. The command keeps its own process id. */
export const traced = (file: string): readonly string[] => [
  "strace",
  ...["-D", "-f", "--seccomp-bpf", "-y", "-xx", "-s", String(BYTES_MAX), "-e", `trace=${CALLS}`, "-o", file],
];

/** What a disk holds after a power cut, and which ids were answered 202 before it. */
export interface PowerCut {
  readonly acknowledged: ReadonlySet<string>;
  /** Writes the files below this folder. */
  restore(folder: string): void;
}

/**
 * A disk that keeps for sure what was synchronized: of later writes any may be there or not, as LazyFS and ALICE model it.
 * Names of files are kept at once, as by a journal of metadata.
 */
interface TracedFile {
  durable: Buffer;
  /** Written and not yet synchronized, in order. */
  pending: Change[];
}
type Change = { readonly at: number; readonly bytes: Buffer } | { readonly truncatedTo: number };

/** Changes the content in place where it doesn't grow. */
const applied = (content: Buffer, change: Change): Buffer => {
  if ("truncatedTo" in change) {
    const { truncatedTo } = change;
    return Buffer.concat([content.subarray(0, truncatedTo), Buffer.alloc(Math.max(0, truncatedTo - content.length))]);
  }
  const more = change.at + change.bytes.length - content.length;
  const room = more > 0 ? Buffer.concat([content, Buffer.alloc(more)]) : content;
  change.bytes.copy(room, change.at);
  return room;
};

/** Counts the calls of a trace. */
export async function countCalls(file: string): Promise<number> {
  let calls = 0;
  for await (const _line of linesOf(file)) calls += 1;
  return calls;
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file, "latin1"), crlfDelay: Number.POSITIVE_INFINITY });

/** What a disk would hold if the power went after each of these calls, which are in ascending order. */
export async function* powerCuts(
  file: string,
  folder: string,
  { cuts, random }: { readonly cuts: readonly number[]; readonly random: Random },
): AsyncGenerator<PowerCut> {
  const disk = createDisk(folder);
  const ahead = [...cuts];
  let call = 0;
  for await (const line of linesOf(file)) {
    disk.see(line);
    call += 1;
    if (call !== ahead[0]) continue;
    ahead.shift();
    // Every second cut loses all that it may.
    yield disk.cut(ahead.length % 2 === 0 ? () => false : () => random.chance(0.5));
  }
}

function createDisk(folder: string) {
  const files = new Map<string, TracedFile>();
  const acknowledged = new Set<string>();
  const unfinished = new Map<string, string>();
  /** Of each thread that synchronizes: the changes that it found. */
  const syncing = new Map<string, { readonly file: TracedFile; readonly found: number }>();
  const isKept = (path: string): boolean => path.startsWith(folder + sep) && !path.endsWith("-shm");
  const fileOf = (path: string): TracedFile => {
    const file = files.get(path) ?? { durable: Buffer.alloc(0), pending: [] };
    files.set(path, file);
    return file;
  };
  const begun = (thread: string, call: string): void => {
    const [, name = "", rest = ""] = /^(\w+)\((.*)$/s.exec(call) ?? [];
    const texts = [...rest.matchAll(/[<"]((?:\\x[0-9a-f]{2})*)[>"]/g)].map(([, hex = ""]) => bytesOf(hex));
    const path = texts[0]?.toString() ?? "";
    if (name === "write" || name === "writev") acknowledge(acknowledged, Buffer.concat(texts.slice(1)));
    if (name === "rename" || name === "link") {
      const target = texts[1]?.toString() ?? "";
      const file = files.get(path);
      if (file && isKept(target)) files.set(target, file);
      if (name === "rename") files.delete(path);
    }
    if (name === "unlink") files.delete(path);
    const opened = name === "openat" ? (texts.at(1)?.toString() ?? "") : path;
    if (!isKept(opened)) return;
    if (name === "openat" && rest.includes("O_CREAT")) fileOf(opened);
    if (name === "openat" && rest.includes("O_TRUNC")) fileOf(opened).pending.push({ truncatedTo: 0 });
    if (name === "pwrite64")
      fileOf(path).pending.push({ at: Number(/, (\d+)\)?[^,]*$/.exec(rest)?.[1]), bytes: texts[1] as Buffer });
    if (name === "write") fileOf(path).pending.push({ at: lengthOf(fileOf(path)), bytes: texts[1] as Buffer });
    if (name === "ftruncate") fileOf(path).pending.push({ truncatedTo: Number(/, (\d+)/.exec(rest)?.[1]) });
    const file = files.get(path);
    if (file && (name === "fsync" || name === "fdatasync")) syncing.set(thread, { file, found: file.pending.length });
  };
  const ended = (thread: string): void => {
    const sync = syncing.get(thread);
    syncing.delete(thread);
    if (!sync) return;
    for (const change of sync.file.pending.splice(0, sync.found))
      sync.file.durable = applied(sync.file.durable, change);
  };
  return {
    see(line: string): void {
      const [, thread = "", call = ""] = /^(\d+) +(.*)$/s.exec(line) ?? [];
      if (call.startsWith("+++") || call.startsWith("---")) return;
      if (call.startsWith("<...")) {
        if (unfinished.delete(thread)) ended(thread);
        return;
      }
      begun(thread, call);
      if (call.endsWith("<unfinished ...>")) unfinished.set(thread, call);
      else ended(thread);
    },
    cut(isWritten: () => boolean): PowerCut {
      const kept = [...files].map(([path, { durable, pending }]) => {
        const content = pending.filter(isWritten).reduce(applied, Buffer.from(durable));
        return { name: relative(folder, path), content };
      });
      return {
        acknowledged: new Set(acknowledged),
        restore(target) {
          for (const { name, content } of kept) {
            mkdirSync(dirname(join(target, name)), { recursive: true, mode: 0o700 });
            writeFileSync(join(target, name), content, { mode: 0o600 });
          }
        },
      };
    },
  };
}

const lengthOf = ({ durable, pending }: TracedFile): number => pending.reduce(applied, Buffer.from(durable)).length;

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");

/** The id that a single event was given, from its answer. */
function acknowledge(acknowledged: Set<string>, written: Buffer): void {
  const text = written.toString("latin1");
  for (const [, id] of text.matchAll(/HTTP\/1\.1 202 [\s\S]*?"id":"([0-9a-f-]{36})"/g)) acknowledged.add(id as string);
}
