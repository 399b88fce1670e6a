import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigError } from "../../src/app/config/config-error.ts";
import { SECRET } from "../support/tokens.ts";
import { settingsReading } from "./settings-reading.ts";

describe("Secrets in the settings", () => {
  const world = settingsReading();

  it("refuse secrets that can be guessed and take random ones, however they are written", () => {
    for (const value of [
      ...[
        "x".repeat(64),
        "0123456789abcdefghijklmnopqrstuvwxyz",
        "deadbeef".repeat(8),
        "correct horse battery staple one two",
      ],
      ...["supersecretjwtsecretsupersecretjwtsecret", "your-256-bit-secret-your-256-bit-secret"],
      ...["qwertyuiopasdfghjklzxcvbnm1234567890", "QwErTzUiOpAsDfGhJkLyXcVbNm1234567890!@#"],
      ...["1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "97531086429753108642acegikmoqsuwybdfhjlnprtvxz"],
      ...["00112233445566778899aabbccddeeff", "abcdef0123456789abcdef0123456789", "aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQ"],
      ...["x7Kp2mQ9".repeat(5), Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString("base64")],
    ]) {
      world.refuses("openssl rand -base64 32", { TOCSIN_JWT_SECRET: value });
    }
    for (const value of [
      ...[
        "Jtf1uV2m0uW8bC5nP3qxYz7AaKd9LrEhGsTvBiXo4wM=",
        "c1f09d2e7b6a58430fe1dc2b9a876543e0d1f2c3b4a59687788695a4b3c2d1e0",
      ],
      ...["1b86d0c1a84e7d659a2f3aa7c55ad01f", "kq3v9x0z7m2p8w4t6r1y5u3i8o2a7s9d"],
    ]) {
      expect(world.read({ TOCSIN_JWT_SECRET: value }).jwtSecret).to.equal(value);
    }
  });

  it("refuse texts and sequences written as hex or base64, also twice, and digests of common words", () => {
    const phrase = "please-change-this-secret-before-production";
    const base64 = Buffer.from(phrase).toString("base64");
    const digest = (algorithm: string, word: string) => createHash(algorithm).update(word).digest();
    for (const value of [
      ...[base64, Buffer.from(phrase).toString("hex"), Buffer.from(base64).toString("base64")],
      ...[digest("sha256", "password").toString("hex"), digest("sha256", "changeme\n").toString("base64")],
      ...[digest("md5", "admin").toString("hex").toUpperCase(), digest("sha512", "test").toString("hex").slice(0, 32)],
    ]) {
      world.refuses("openssl rand -base64 32", { TOCSIN_JWT_SECRET: value });
    }
  });

  it("say no secret in a refusal", () => {
    for (const name of ["TOCSIN_JWT_SECRET", "TOCSIN_SECRET_KEY", "TOCSIN_DATABASE_URL", "TOCSIN_SMTP_URL"]) {
      expect(() => world.read({ [name]: "hush" }), name).to.throw(ConfigError, /^(?!.*hush)/);
    }
    expect(() => world.read({ TOCSIN_INGEST_API_KEY: "hush@a b" })).to.throw(ConfigError, /^(?!.*hush)/);
  });

  it("make a secret of their own, once, that only its owner reads; given by another start, it is kept", () => {
    const first = world.read();
    const path = join(world.folder, "jwt-secret");
    expect(first.firstStart).to.equal(true);
    expect(Buffer.from(first.jwtSecret, "base64url")).to.have.lengthOf(48);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    const second = world.read();
    expect([second.jwtSecret, second.firstStart]).to.deep.equal([first.jwtSecret, false]);
    expect(world.read({ TOCSIN_JWT_SECRET: SECRET }).jwtSecret).to.equal(SECRET);
    expect(readFileSync(path, "utf8").trim()).to.equal(first.jwtSecret);
  });

  it("never take an empty secret file for a secret", () => {
    mkdirSync(world.folder, { recursive: true });
    writeFileSync(join(world.folder, "jwt-secret"), "");
    const taken = ((): string => {
      try {
        return world.read().jwtSecret;
      } catch (error) {
        expect(error).to.be.instanceOf(ConfigError);
        return "";
      }
    })();
    expect(taken.length).to.satisfy((length: number) => length === 0 || length >= 32);
  });
});
