// Rust services with the default formatter of tracing-subscriber.
import { snake } from "./encoding.mjs";

export const rustTracing = {
  name: "rust-tracing",
  verbs: "decoded muxed hashed stitched fetched emitted sealed opened flushed negotiated".split(" "),
  nouns: "frame,packet,manifest,keyframe,rendition,chunk,caption,peer,bitrate ladder,window".split(","),
  info: [
    "VERB NOUN | noun_id={id} elapsed_ms={ms}",
    "NOUN VERB",
    "pipeline stage done | stage=NOUN.VERB items={many} elapsed_ms={ms}",
    "upgraded connection | peer={ip}:{port} protocol=NOUN",
    "rebalanced NOUN shards | moved={n}",
  ],
  warn: ["slow NOUN poll | elapsed_ms={ms}", "dropping late NOUN | seq={num}", "retrying NOUN upload | attempt={n}"],
  error: [
    "invalid NOUN header | offset={num}",
    "NOUN checksum mismatch | noun_id={id}",
    "channel closed while NOUN was VERB",
    "failed to parse NOUN: expected value at line 1 column {n}",
  ],
  debug: ["poll ready NOUN | budget={n}"],
  failures: {
    refused: "error trying to connect to PEER: tcp connect error: Connection refused (os error 111) | peer=PEER",
    timeout: "request to PEER timed out | peer=PEER elapsed_ms={took}",
    status: "PEER returned 503 Service Unavailable | peer=PEER request_id={hex}",
    payment: "PEER returned 402 Payment Required | peer=PEER request_id={hex}",
    reset: "connection to PEER lost: Connection reset by peer (os error 104) | peer=PEER",
    limited: "PEER returned 429 Too Many Requests | peer=PEER",
    lock: "PEER: lock timeout, transaction {num} rolled back | peer=PEER",
    newError: "codec tables disagree for NOUN | left={n} right={n}",
  },
  start: ["listening | addr=0.0.0.0:8080", "runtime started | workers={n}"],
  stop: ["received SIGTERM, shutting down", "drained | inflight={n}"],
  fatal: [
    "thread 'main' panicked at src/main.rs: called `Option::unwrap()` on a `None` value",
    "memory allocation of {bytes} bytes failed",
  ],
  heartbeat: "reaper pass finished | expired={n}",
  request: "finished processing request | method={method} uri=PATH status={status} latency={took}ms",
  hasRequestErrors: true,
  trace: () => "",
  line: ({ level, text, fields, noun, service }) =>
    `{iso} ${level === "fatal" ? "ERROR" : level.toUpperCase().padStart(5)} ${snake(service)}::${snake(noun)}: ${text}${fields.map(([key, value]) => ` ${key}=${value}`).join("")}`,
};
