import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { ApplicationError } from "../../kernel/errors.ts";

export interface BodyLimits {
  readonly wireBytes: number;
  readonly inflatedBytes: number;
  /** Over all requests at one time. */
  readonly inFlightBytes: number;
  /** A sender that is silent for so long in the midst of a body has gone; milliseconds. */
  readonly idleMs?: number;
}

export interface BodyReader {
  /** The body, decompressed. Throws `too_large`, `unsupported_media_type`, `invalid` or `unavailable`. */
  read(request: IncomingMessage): Promise<Body>;
}

export interface Body {
  readonly bytes: Buffer;
  /** Called when the body is done with: until then it counts against what may be in flight. */
  release(): void;
}

const RETRY_AFTER_SECONDS = 3;
/** Bodies decompressed at one time: what they come to isn't known before. */
const INFLATING_MAX = 3;
const BODY_IDLE_MS_MAX = 20_000;
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
  let inFlight = 0;
  const inflating = createTurnstile(INFLATING_MAX);

  const inflate = async (body: Buffer, decode: Inflate): Promise<Buffer> => {
    try {
      // Output is cut off at the limit, not measured after it.
      return await inflating(() => decode(body, { maxOutputLength: limits.inflatedBytes }));
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE")
        throw tooLarge(limits.inflatedBytes, "decompressed", "TOCSIN_INFLATED_BYTES_MAX");
      throw new ApplicationError("invalid", "The compressed body is corrupt or not what content-encoding says.");
    }
  };

  return {
    async read(request) {
      const decode = decoderOf(request);
      const announced = Number(request.headers["content-length"] ?? 0);
      if (announced > limits.wireBytes) throw tooLarge(limits.wireBytes, "on the wire", "TOCSIN_BODY_BYTES_MAX");
      let held = 0;
      const hold = (bytes: number): void => {
        held += bytes;
        inFlight += bytes;
        if (inFlight <= limits.inFlightBytes) return;
        throw new ApplicationError("unavailable", "Too many large bodies at one time; nothing was stored. Try again.", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      };
      const release = (): void => {
        inFlight -= held;
        held = 0;
      };
      try {
        const wire = await collect(request, limits.wireBytes, hold, limits.idleMs ?? BODY_IDLE_MS_MAX);
        if (!decode) return { bytes: wire, release };
        const bytes = await inflate(wire, decode);
        hold(bytes.length);
        return { bytes, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Lets so many through at one time; the others wait for their turn. */
function createTurnstile(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
      waiting.shift()?.();
    }
  };
}

function decoderOf(request: IncomingMessage): Inflate | undefined {
  const encoding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return undefined;
  const decode = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding] : undefined;
  if (decode) return decode;
  throw new ApplicationError(
    "unsupported_media_type",
    `The content-encoding ${encoding} is not taken; send ${ACCEPTED_ENCODINGS} or none.`,
  );
}

/** Without an async iterator, which would cost a small request more than its parsing. */
function collect(
  request: IncomingMessage,
  most: number,
  hold: (bytes: number) => void,
  idleMs: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const idle = setTimeout(() => fail(tooSlow(idleMs)), idleMs);
    const fail = (error: unknown): void => {
      clearTimeout(idle);
      request.removeListener("data", take);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      idle.refresh();
      size += chunk.length;
      try {
        hold(chunk.length);
        if (size > most) throw tooLarge(most, "on the wire", "TOCSIN_BODY_BYTES_MAX");
      } catch (error) {
        fail(error);
        return;
      }
      chunks.push(chunk);
    };
    request.on("data", take);
    request.on("end", () => {
      clearTimeout(idle);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    });
    request.on("close", () => fail(new ApplicationError("invalid", "The body broke off.")));
    request.on("error", () => fail(new ApplicationError("invalid", "The body broke off.")));
  });
}

const tooSlow = (idleMs: number): ApplicationError =>
  new ApplicationError(
    "unavailable",
    `The body stopped coming for ${idleMs / 1000} s; nothing was stored. Try again.`,
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );

const tooLarge = (bytes: number, how: string, setting: string): ApplicationError =>
  new ApplicationError("too_large", `The body is larger than ${bytes} bytes ${how} (setting ${setting}).`);
