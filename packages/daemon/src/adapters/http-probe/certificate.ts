import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { DAY_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";

const EXPIRES_SOON_DAYS = 30;

/** The facts of a TLS connection as lines, and the most important of them. */
export interface Shown {
  /** False: nothing may be sent. */
  readonly trusted: boolean;
  readonly lines: readonly string[];
  readonly findings: readonly string[];
}

/** OpenSSL's and Node's names of what is wrong, as far as servers cause them. */
const DISTRUST: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it isn't valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its chain ends in an authority that isn't known here",
  UNABLE_TO_GET_ISSUER_CERT: "a part of its chain is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its authority isn't known here, or a part of its chain is missing",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its authority isn't known here, or a part of its chain is missing",
  CERT_REVOKED: "it is revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "it is made out for another name",
};

const days = (count: number): string => `${count} day${count === 1 ? "" : "s"}`;

function validity(certificate: X509Certificate, now: number): string | undefined {
  const left = certificate.validToDate.getTime() - now;
  if (left < 0) return `Its certificate expired ${days(Math.floor(-left / DAY_MS))} ago.`;
  const whole = Math.floor(left / DAY_MS);
  return whole <= EXPIRES_SOON_DAYS ? `Its certificate expires in ${days(whole)}.` : undefined;
}

export function showTls(socket: TLSSocket, now: number): Shown {
  const certificate = socket.getPeerX509Certificate();
  const error = socket.authorizationError as Error | string | null | undefined;
  const code = typeof error === "string" ? error : (error as { code?: string } | undefined)?.code;
  const distrust = socket.authorized
    ? undefined
    : `Its certificate isn't trusted: ${DISTRUST[code ?? ""] ?? `verification failed (${toSingleLine(code ?? "unknown", 80)})`}; nothing was asked.`;
  const expiry = certificate && validity(certificate, now);
  return {
    trusted: socket.authorized,
    lines: [
      `TLS: ${socket.getProtocol() ?? "unknown"}`,
      ...(certificate ? described(certificate, now) : []),
      ...(distrust === undefined ? [] : [distrust]),
    ],
    findings: [distrust, expiry].filter((each) => each !== undefined),
  };
}

const described = (certificate: X509Certificate, now: number): string[] => [
  `Certificate subject: ${toSingleLine(certificate.subject ?? "")}`,
  `Certificate names: ${toSingleLine(certificate.subjectAltName ?? "")}`,
  `Certificate issuer: ${toSingleLine(certificate.issuer ?? "")}`,
  `Certificate valid: ${toIso(certificate.validFromDate.getTime())} to ${toIso(certificate.validToDate.getTime())}`,
  `Certificate days left: ${Math.floor((certificate.validToDate.getTime() - now) / DAY_MS)}`,
];
