import type { StreamChange, StreamStore } from "../../src/stream/stream-store.ts";

export function createMemoryStore(): StreamStore & { push(data: string): void; reads: number } {
  const changes: StreamChange[] = [];
  return {
    reads: 0,
    push: (data) => void changes.push({ seq: changes.length + 1, event: null, data }),
    heads: async (organizations) => new Map(organizations.map((each) => [each, changes.length])),
    async after(_scope, seq, most) {
      this.reads += 1;
      return changes.slice(seq, seq + most);
    },
    oldest: async () => changes[0]?.seq,
  };
}

/** A reader that takes everything at once, or nothing. */
export function createSink(reads: boolean) {
  const frames: string[] = [];
  let bytes = 0;
  const sink = {
    frames,
    ended: false,
    write(frame: string) {
      frames.push(frame);
      bytes += frame.length;
    },
    buffered: () => (reads ? 0 : bytes),
    end() {
      sink.ended = true;
    },
  };
  return sink;
}

export const idsOf = (frames: readonly string[]): number[] =>
  frames.filter((frame) => frame.startsWith("id: ")).map((frame) => Number(/^id: (\d+)/.exec(frame)?.[1]));

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
