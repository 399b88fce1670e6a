import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Signed by itself, for one name, from one time to another (as openssl x509 takes them: YYYYMMDDHHMMSSZ). */
export function certificateFor(name: string, from: Date, to: Date): Certificate {
  const home = mkdtempSync(join(tmpdir(), "tocsin-test-certificate-"));
  const at = (file: string): string => join(home, file);
  const time = (date: Date): string => `${date.toISOString().replace(/[-:T]|\.\d+/g, "")}`;
  const openssl = (...given: string[]): void => void execFileSync("openssl", given, { cwd: home, stdio: "ignore" });
  try {
    // `ca` is the only command that sets both times in every version of OpenSSL that is about.
    writeFileSync(at("index"), "");
    writeFileSync(
      at("conf"),
      `[ca]\ndefault_ca=a\n[a]\nnew_certs_dir=.\ndatabase=index\nrand_serial=yes\ndefault_md=sha256\npolicy=p\nx509_extensions=e\n` +
        `[p]\ncommonName=supplied\n[e]\nsubjectAltName=DNS:${name}\nbasicConstraints=CA:true\n`,
    );
    openssl(
      "req",
      "-new",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "key",
      "-out",
      "request",
      "-subj",
      `/CN=${name}`,
    );
    openssl(
      ...["ca", "-batch", "-config", "conf", "-selfsign", "-keyfile", "key", "-in", "request", "-out", "cert"],
      ...["-notext", "-startdate", time(from), "-enddate", time(to)],
    );
    return { key: readFileSync(at("key"), "utf8"), cert: readFileSync(at("cert"), "utf8") };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
