import { existsSync } from "node:fs";
import { type EventFile, openEventFile } from "./event-file.ts";
import { identityOf, listSegments, type Segment } from "./segment-files.ts";

export type OpenFiles = ReturnType<typeof createOpenFiles>;

interface OpenFilesOptions {
  /** The path of `events.db`. */
  readonly path: string;
  readonly folder: string;
  readonly readonly: boolean;
  /** The segments as their writer knows them; by default the folder is read each time. */
  readonly segments?: () => readonly Segment[];
}

interface Opened {
  readonly file: EventFile;
  usedAt: number;
}

/** Each takes three descriptors and up to some MiB of cache. */
const OPEN_MAX = 64;
const IDLE_MS = 60_000;

/** The archive's files as one thread has them open. */
export function createOpenFiles({ path, folder, readonly, ...options }: OpenFilesOptions) {
  const segments: () => readonly Segment[] = options.segments ?? (() => listSegments(folder));
  /** The least recently used first. */
  const opened = new Map<string, Opened>();
  let outside: { readonly file: EventFile; readonly identity: number | undefined } | undefined;

  const closeNamed = (name: string): void => {
    opened.get(name)?.file.close();
    opened.delete(name);
  };
  const closeOutside = (): void => {
    outside?.file.close();
    outside = undefined;
  };
  return {
    /** Segments in the order of time. */
    segments,
    /** Undefined where it was removed meanwhile. Call it again after every `await`: idle files are closed in between. */
    open(segment: Segment): EventFile | undefined {
      const held = opened.get(segment.name);
      if (held) {
        opened.delete(segment.name);
        held.usedAt = performance.now();
        opened.set(segment.name, held);
        return held.file;
      }
      for (const [name] of opened) if (opened.size >= OPEN_MAX) closeNamed(name);
      const file = openExisting(segment.path, readonly);
      if (file) opened.set(segment.name, { file, usedAt: performance.now() });
      return file;
    },
    /** `events.db`, which holds the records without a segment. */
    outside(): EventFile {
      // The writer replaces the file itself; a reader looks whether it did.
      if (outside && (!readonly || outside.identity === identityOf(path))) return outside.file;
      closeOutside();
      const identity = identityOf(path);
      outside = { file: openEventFile(path, { readonly }), identity: identity ?? identityOf(path) };
      return outside.file;
    },
    close: ({ name }: Segment): void => closeNamed(name),
    /** Closes `events.db`, so that another file can replace it. */
    closeOutside,
    /** Closes removed segments, which frees their space, and those that were not used for a minute. */
    closeUnused(): void {
      const names = new Set(segments().map(({ name }) => name));
      const idleBefore = performance.now() - IDLE_MS;
      for (const [name, { file, usedAt }] of opened) {
        if (names.has(name) && usedAt > idleBefore) continue;
        // Its log would stay at its full size for as long as a reader has it open.
        if (!readonly && names.has(name)) file.checkpoint();
        closeNamed(name);
      }
      if (outside && readonly && outside.identity !== identityOf(path)) closeOutside();
    },
    closeAll(): void {
      for (const [name] of opened) closeNamed(name);
      closeOutside();
    },
  };
}

function openExisting(path: string, readonly: boolean): EventFile | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return openEventFile(path, { readonly });
  } catch (error) {
    if (!existsSync(path)) return undefined;
    throw error;
  }
}
