import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { end, freePort, untilListening } from "./server-process.ts";

/** A counterpart of AWS (https://docs.getmoto.org), started for one suite. */
export interface Moto {
  readonly url: string;
  stop(): void;
}

const PROGRAM = "moto_server";

/** Starting it to find out takes seconds, so that it is only looked for. */
export const hasMoto = (): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((directory) => existsSync(join(directory, PROGRAM)));

/** The base credentials, which it believes whatever they are, are the environment's as with AWS. */
export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const child: ChildProcess = spawn(PROGRAM, ["-H", "127.0.0.1", "-p", String(port)], {
    stdio: "ignore",
    detached: true,
  });
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) end(child.pid);
  };
  process.once("exit", stop);
  try {
    await untilListening(port, child);
  } catch (error) {
    stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Asks it in the query protocol for what no client of ours asks; it doesn't check signatures. */
export async function motoQuery(
  moto: Moto,
  service: string,
  version: string,
  form: Readonly<Record<string, string>>,
  accessKeyId: string,
): Promise<string> {
  const scope = `Credential=${accessKeyId}/20260101/eu-west-1/${service}/aws4_request`;
  const answer = await fetch(moto.url, {
    method: "POST",
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=0` },
    body: new URLSearchParams({ Version: version, ...form }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${form["Action"]}: ${answer.status} ${body}`);
  return body;
}
