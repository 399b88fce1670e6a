import { expect } from "chai";
import { readCommand } from "../../src/app/commands/command-line.ts";
import { ConfigError } from "../../src/app/config/config-error.ts";

describe("the command line of the daemon", () => {
  it("runs without arguments, or with a file", () => {
    expect(readCommand([])).to.deep.equal({ name: "run", file: undefined });
    expect(readCommand(["--config", "a.yaml"])).to.deep.equal({ name: "run", file: "a.yaml" });
  });

  it("says its help and its version", () => {
    for (const args of [["--help"], ["help"], ["help", "backup"]]) {
      expect(readCommand(args)).to.have.property("text").that.contains("tocsind token");
    }
    expect(readCommand(["--version"]))
      .to.have.property("text")
      .that.matches(/^tocsind \d+\.\d+\.\d+\n$/);
  });

  it("refuses an empty name of a folder, which would mean the current one", () => {
    for (const name of ["backup", "restore", "check"]) {
      expect(() => readCommand([name, ""]), name).to.throw(ConfigError, `name is empty. Name one: tocsind ${name} DIR`);
    }
  });

  it("refuses what it doesn't know in one line", () => {
    for (const args of [["start"], ["token", "x"], ["--nope"], ["--config"], ["-x"]]) {
      expect(() => readCommand(args), args.join(" ")).to.throw(ConfigError, /^[^\n]+$/);
    }
  });
});
