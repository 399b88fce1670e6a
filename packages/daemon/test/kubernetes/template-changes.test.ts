import { expect } from "chai";
import { templateChanges } from "../../src/adapters/kubernetes/remediation/template-changes.ts";

const podOf = (container: object, more: object = {}) => ({
  metadata: { labels: { app: "checkout", "pod-template-hash": "x" } },
  spec: { containers: [{ name: "app", image: "shop:1", ...container }], ...more },
});
const changes = (before: object, after: object) => templateChanges(podOf(before), podOf(after)).changes;

describe("what two pod templates differ in", () => {
  it("names images, variables, the command and resources, each by its path", () => {
    const before = {
      command: ["serve"],
      env: [
        { name: "VERSION", value: "1" },
        { name: "MODE", value: "safe" },
      ],
      resources: { limits: { memory: "64Mi" } },
    };
    const after = {
      image: "shop:2",
      command: ["serve", "--fast"],
      env: [{ name: "VERSION", value: "2" }],
      resources: { limits: { memory: "128Mi", cpu: "1" } },
    };
    expect(changes(before, after)).to.deep.equal([
      { field: "containers.app.image", from: "shop:1", to: "shop:2" },
      { field: "containers.app.command", from: '["serve"]', to: '["serve","--fast"]' },
      { field: "containers.app.env.VERSION", from: "1", to: "2" },
      { field: "containers.app.env.MODE", from: "safe", to: null },
      { field: "containers.app.resources.limits.memory", from: "64Mi", to: "128Mi" },
      { field: "containers.app.resources.limits.cpu", from: null, to: "1" },
    ]);
  });

  it("is nothing where only the label of the ReplicaSet differs", () => {
    const other = { ...podOf({}), metadata: { labels: { app: "checkout", "pod-template-hash": "y" } } };
    expect(templateChanges(podOf({}), other)).to.deep.equal({ changes: [], leftOut: 0 });
  });

  it("says that a secret changed, and shows neither of the two", () => {
    const env = (value: string) => ({
      env: [
        { name: "DB_PASSWORD", value: `hunter2-${value}` },
        { name: "STRIPE", value: `sk_live_abcdefghijklmnop${value}` },
        { name: "DATABASE_URL", value: `postgres://shop:hunter2${value}@db/shop` },
        { name: "PGPASS", value: `hunter2${value}` },
        { name: "spring.datasource.password", value: `from {hunter2${value}` },
      ],
      args: [`--token=hunter2${value}`],
    });
    const found = changes(env("1"), env("2"));
    expect(found.map(({ field }) => field)).to.have.length(6);
    expect(JSON.stringify(found)).to.not.match(/hunter2|sk_live/);
    expect(found[0]).to.deep.equal({ field: "containers.app.env.DB_PASSWORD", from: "[redacted]", to: "[redacted]" });
  });

  it("names the object that a variable comes from, whose value stands in no template", () => {
    const from = (name: string) => ({
      env: [{ name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name, key: "password" } } }],
    });
    expect(changes(from("db-1"), from("db-2"))).to.deep.equal([
      {
        field: "containers.app.env.DB_PASSWORD",
        from: 'from {"secretKeyRef":{"name":"db-1","key":"password"}}',
        to: 'from {"secretKeyRef":{"name":"db-2","key":"password"}}',
      },
    ]);
  });

  it("is bounded, and says how much is left out", () => {
    const many = {
      env: Array.from({ length: 4_000 }, (_, index) => ({ name: `V${index}`, value: "x".repeat(2_000) })),
    };
    const { changes: shown, leftOut } = templateChanges(podOf({}), podOf(many));
    expect(shown).to.have.length(40);
    expect(leftOut).to.equal(3_960);
    expect(JSON.stringify(shown).length).to.be.below(20_000);
  });

  it("holds one line of plain text each, whatever the cluster holds", () => {
    const [change] = changes(
      { env: [{ name: "A", value: "1" }] },
      { env: [{ name: "A", value: "x\n\u001b[31m\u202e" }] },
    );
    expect(change?.to).to.equal("x [31m");
  });
});
