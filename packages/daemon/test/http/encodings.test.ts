import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import zlib from "node:zlib";
import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { drained, ingest, search, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { logs } from "../support/telemetry.ts";

const PATH = "/events/logs/batch";

describe("compressed telemetry", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const send = (body: Buffer, encoding: string) =>
    ingest(daemon, PATH, body, { headers: { "content-encoding": encoding } });
  const batch = (word: string): Buffer =>
    Buffer.from(JSON.stringify(logs(3, (index) => ({ message: `${word} ${index}` }))));

  const encoders: Readonly<Record<string, readonly [header: string, encode: (body: Buffer) => Buffer]>> = {
    gzip: ["gzip", zlib.gzipSync],
    "gzip written GZIP": ["GZIP", zlib.gzipSync],
    "x-gzip": ["x-gzip", zlib.gzipSync],
    "deflate in zlib's wrapping": ["deflate", zlib.deflateSync],
    "deflate without a wrapping": ["deflate", zlib.deflateRawSync],
    br: ["br", zlib.brotliCompressSync],
    zstd: ["zstd", zlib.zstdCompressSync],
    identity: ["identity", (body) => body],
  };
  for (const [name, [header, encode]] of Object.entries(encoders)) {
    it(`is taken as ${name} and found as it was sent`, async () => {
      const word = `enc${Object.keys(encoders).indexOf(name)}`;
      const answer = await send(encode(batch(word)), header);
      conforms(answer, "sendLogs");
      expect(answer.json()).to.deep.equal({ accepted: 3 });
      await drained(daemon);
      const found = await search(daemon, { q: word });
      expect(found.map(({ message }) => message).sort()).to.deep.equal([`${word} 0`, `${word} 1`, `${word} 2`]);
    });
  }

  for (const encoding of ["snappy", "compress", "gzip, gzip", "constructor", "__proto__"]) {
    it(`is refused with 415 as ${encoding}, naming what is taken`, async () => {
      const answer = await send(batch("never"), encoding);
      expect(answer.status).to.equal(415);
      conforms(answer, "sendLogs");
      expect(answer.json<ErrorBody>().message).to.contain("gzip, deflate, br, zstd");
    });
  }

  const corrupt: Readonly<Record<string, readonly [encoding: string, body: Buffer]>> = {
    "plain text called gzip": ["gzip", batch("never")],
    "an empty body called gzip": ["gzip", Buffer.alloc(0)],
    "gzip cut off in the middle": ["gzip", zlib.gzipSync(batch("never")).subarray(0, 60)],
    "gzip with a flipped bit": ["gzip", flipped(zlib.gzipSync(batch("never")), 40)],
    "plain text called deflate": ["deflate", batch("never")],
    "plain text called br": ["br", batch("never")],
    "br cut off in the middle": ["br", zlib.brotliCompressSync(batch("never")).subarray(0, 40)],
    "plain text called zstd": ["zstd", batch("never")],
    "zstd cut off in the middle": ["zstd", zlib.zstdCompressSync(batch("never")).subarray(0, 60)],
  };
  for (const [name, [encoding, body]] of Object.entries(corrupt)) {
    it(`is refused with 400 where it is ${name}`, async () => {
      const answer = await send(body, encoding);
      expect(answer.status, answer.text).to.equal(400);
      conforms(answer, "sendLogs");
    });
  }

  const spaces = (bytes: number): Buffer => Buffer.from(`[${" ".repeat(bytes)}]`);
  for (const [encoding, encode] of [
    ["br", zlib.brotliCompressSync],
    ["zstd", zlib.zstdCompressSync],
    ["gzip", (body: Buffer) => zlib.gzipSync(body, { level: 9 })],
  ] as const) {
    it(`is refused with 413, which names the ratio, where 8 MiB of spaces come in ${encoding}`, async () => {
      const answer = await send(encode(spaces(8 * MIB)), encoding);
      expect(answer.status, answer.text).to.equal(413);
      conforms(answer, "sendLogs");
      expect(answer.json<ErrorBody>().message).to.contain("more than 1000 times its compressed size");
    });

    it(`is taken at any ratio up to 1 MiB in ${encoding}`, async () => {
      const answer = await send(encode(spaces(MIB - 2)), encoding);
      expect(answer.status, answer.text).to.equal(202);
    });
  }

  it("is taken where many logs differ in nothing but their number", async () => {
    const body = Buffer.from(
      JSON.stringify(
        logs(10_000, (index) => ({
          message: `Request ${index} to /api/v1/orders/${index * 7} took ${index % 97} ms from 10.0.0.${index % 200}`,
        })),
      ),
    );
    expect(body.length).to.be.above(MIB);
    for (const [encoding, encode] of [
      ["zstd", zlib.zstdCompressSync],
      ["gzip", zlib.gzipSync],
    ] as const) {
      const answer = await send(encode(body), encoding);
      expect(answer.status, answer.text).to.equal(202);
    }
  });

  describe("of 512 MiB of zeros", () => {
    const encoders = {
      gzip: () => zlib.createGzip({ level: 1 }),
      br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      zstd: () => zlib.createZstdCompress(),
    };
    for (const [encoding, encoder] of Object.entries(encoders)) {
      it(`in ${encoding} is cut off at the limit: 413, with little memory`, async () => {
        const bomb = await buffer(Readable.from(zeros(512 * MIB)).pipe(encoder()));
        globalThis.gc?.();
        const before = process.memoryUsage.rss();
        const answer = await send(bomb, encoding);
        expect(answer.status).to.equal(413);
        conforms(answer, "sendLogs");
        expect(answer.json<ErrorBody>().message).to.match(/TOCSIN_INFLATED_BYTES_MAX|1000 times/);
        expect((process.memoryUsage.rss() - before) / MIB, "MiB more").to.be.below(96);
      });
    }
  });
});

const MIB = 1024 * 1024;

function* zeros(size: number): Generator<Buffer> {
  const block = Buffer.alloc(8 * MIB);
  for (let sent = 0; sent < size; sent += block.length) yield block;
}

function flipped(body: Buffer, at: number): Buffer {
  const copy = Buffer.from(body);
  copy[at] = (copy[at] as number) ^ 0x10;
  return copy;
}
