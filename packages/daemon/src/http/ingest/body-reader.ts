import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { MIB } from "../../kernel/bytes.ts";
import { ApplicationError } from "../../kernel/errors.ts";
import { BodyBudget, type BodyHolding, MINIMUM_RATE, type MinimumRate } from "./body-budget.ts";
import { type Claimant, createFairQueue } from "./fair-queue.ts";

export interface BodyLimits {
  readonly wireBytes: number;
  readonly inflatedBytes: number;
  /** Over all requests at one time; more where a single body may be larger. */
  readonly inFlightBytes: number;
  readonly minimumRate?: MinimumRate;
}

export interface BodyReader {
  /** The body, decompressed. Throws an error of status 400, 413, 415 or 503. */
  read(request: IncomingMessage, organizationId: string): Promise<Body>;
}

export interface Body {
  readonly bytes: Buffer;
  /** Called when the body is done with: until then it counts against what may be in flight. */
  release(): void;
}

/** Bodies decompressed at one time: what they come to isn't known before. */
const INFLATING_MAX = 3;
/**
 * A body that decompresses to more than this many times its size is a decompression bomb. Logs come to 10:1 to 100:1,
 * and deflate can't exceed 1032:1 whatever is in it (zlib.net, zlib_tech.html); brotli and zstd reach a million to one.
 */
const RATIO_MAX = 1000;
/** The ratio doesn't matter up to here. */
const RATIO_FREE_BYTES = MIB;
/** A body of no more is small; most batches of shippers are. */
const SMALL_BYTES = MIB;
/** Each piece costs some 200 bytes more than it holds, and a piece may be a single byte. */
const PIECES_MAX = 1024;
const ZSTD_WINDOW_LOG_MAX = 25;

type Inflate = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const inflateEither: Inflate = (body, options) =>
  // "deflate" means zlib's wrapping; some senders leave it off.
  promisify(zlib.inflate)(body, options).catch((error: { code?: string }) =>
    error.code === "Z_DATA_ERROR" ? promisify(zlib.inflateRaw)(body, options) : Promise.reject(error),
  );
const zstd: Inflate = (body, options) =>
  promisify(
    zlib.zstdDecompress as (input: Buffer, options: object, done: (error: Error | null, out: Buffer) => void) => void,
  )(body, { ...options, params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX } });

const ENCODINGS: Readonly<Record<string, Inflate>> = {
  gzip: promisify(zlib.gunzip) as Inflate,
  "x-gzip": promisify(zlib.gunzip) as Inflate,
  deflate: inflateEither,
  br: promisify(zlib.brotliDecompress) as Inflate,
  zstd,
};
const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

export function createBodyReader(limits: BodyLimits): BodyReader {
  const budget = budgetOf(limits);
  const inflating = createFairQueue(INFLATING_MAX);

  const inflate = async (body: Buffer, decode: Inflate, claimant: Claimant): Promise<Buffer> => {
    const byRatio = Math.max(RATIO_FREE_BYTES, body.length * RATIO_MAX);
    // Output is cut off at the limit, not measured after it.
    const maxOutputLength = Math.min(limits.inflatedBytes, byRatio);
    try {
      return await inflating.run(claimant, {
        // A body that fails costs what it may have come to.
        cost: maxOutputLength,
        run: () => decode(body, { maxOutputLength }),
        costOf: (inflated) => inflated.length - maxOutputLength,
      });
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE")
        throw maxOutputLength < limits.inflatedBytes
          ? ratioTooHigh()
          : tooLarge(limits.inflatedBytes, "decompressed", "TOCSIN_INFLATED_BYTES_MAX");
      throw new ApplicationError(
        "corrupt_compression",
        "The compressed body is corrupt, or its encoding is not the one in Content-Encoding.",
      );
    }
  };

  return {
    async read(request, organizationId) {
      const decode = decoderOf(request);
      const length = request.headers["content-length"];
      const announced = length === undefined ? undefined : Number(length);
      if (announced !== undefined && announced > limits.wireBytes) throw tooLargeOnWire(limits);
      const { holding, wire } = collect(request, limits, budget, { organizationId, announced });
      try {
        let bytes = await wire;
        if (decode) {
          bytes = await inflate(bytes, decode, { organizationId, connection: request.socket });
          holding.replace(bytes.length);
        }
        return { bytes, release: () => holding.release() };
      } catch (error) {
        holding.release();
        throw error;
      }
    },
  };
}

/** A quarter is for small bodies. The rest fits the largest body, received and decompressed. */
function budgetOf({ wireBytes, inflatedBytes, inFlightBytes, minimumRate = MINIMUM_RATE }: BodyLimits): BodyBudget {
  const largest = Math.max(wireBytes, inflatedBytes);
  const bytes = Math.max(inFlightBytes, Math.ceil((largest * 4) / 3));
  return new BodyBudget({
    bytes,
    reservedBytes: Math.floor(bytes / 4),
    smallBytes: SMALL_BYTES,
    connectionBytes: Math.max(Math.floor(bytes / 2), largest),
    minimumRate,
  });
}

function decoderOf(request: IncomingMessage): Inflate | undefined {
  const encoding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return undefined;
  const decode = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  if (decode) return decode;
  throw new ApplicationError(
    "unsupported_content_encoding",
    `The content encoding ${encoding} is not supported. Send ${ACCEPTED_ENCODINGS} or none.`,
  );
}

/** Without an async iterator, which would cost a small request more than its parsing. */
function collect(
  request: IncomingMessage,
  limits: BodyLimits,
  budget: BodyBudget,
  { organizationId, announced }: { readonly organizationId: string; readonly announced: number | undefined },
): { readonly holding: BodyHolding; readonly wire: Promise<Buffer> } {
  const { promise: wire, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let joined = 0;
  let size = 0;
  const fail = (error: unknown): void => {
    request.removeListener("data", take);
    // The request outlives the answer for as long as the sender goes on.
    chunks.length = 0;
    reject(error);
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    try {
      holding.add(chunk.length);
      if (size > limits.wireBytes) throw tooLargeOnWire(limits);
    } catch (error) {
      fail(error);
      return;
    }
    chunks.push(chunk);
    if (chunks.length - joined < PIECES_MAX) return;
    chunks.push(Buffer.concat(chunks.splice(joined)));
    joined += 1;
  };
  // A request closes after each body, and an error costs as much as the rest of a small one.
  let isReceived = false;
  const abort = (): void => {
    if (!isReceived)
      fail(new ApplicationError("incomplete_body", "The connection ended before the whole body arrived."));
  };
  const holding = budget.open({ organizationId, connection: request.socket, announced, evict: fail });
  request.on("data", take);
  request.on("end", () => {
    isReceived = true;
    holding.received();
    resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  });
  request.on("close", abort);
  request.on("error", abort);
  return { holding, wire };
}

const tooLargeOnWire = ({ wireBytes }: BodyLimits): ApplicationError =>
  tooLarge(wireBytes, "on the wire", "TOCSIN_BODY_BYTES_MAX");

const tooLarge = (bytes: number, how: string, setting: string): ApplicationError =>
  new ApplicationError("body_too_large", `The body is larger than ${bytes} bytes ${how} (setting ${setting}).`);

const ratioTooHigh = (): ApplicationError =>
  new ApplicationError(
    "compression_ratio_exceeded",
    `The body is larger than ${RATIO_FREE_BYTES} bytes decompressed and more than ${RATIO_MAX} times its compressed size. Send it in smaller batches or uncompressed.`,
  );
