/** Who may look at whom. Each rule's comment is what a contributor sees when it fires. */
const daemon = "^packages/daemon/src";

/** The pipeline, left to right: data flows right, imports look left. Modules of one group don't import each other. */
const flow = [
  ["consumer-group"],
  ["ingest"],
  ["detect"],
  ["correlate"],
  ["incident"],
  ["signal"],
  ["stream", "notify", "probe"],
  ["diagnose"],
  ["remediate"],
  ["report"],
];
/** Reference modules, which any domain module may import; of the pipeline they import ingest only, whose telemetry the archive keeps. */
const reference = ["archive", "team", "runbook", "catalog", "maintenance"];
/** Files of store/ that call another folder's queries: each reads what another module owns. */
const storeReadsOfOthers = [
  "store/detection/shadow-store.ts",

  "store/remediation/check-store.ts",
  "store/remediation/guardrail-facts.ts",
];
const any = (names) => names.join("|");
const domainModules = any([...flow.flat(), ...reference]);

const looksLeft = flow.flatMap((group, index) =>
  group.map((name) => {
    const others = [...group.filter((each) => each !== name), ...flow.slice(index + 1).flat()];
    return {
      name: `${name}-looks-left`,
      severity: "error",
      comment: `Data flows ${flow.map((each) => each.join("/")).join(" > ")}. ${name} may import modules to its left only; put what happened on the stream, or take a function from app/.`,
      from: { path: `${daemon}/${name}/` },
      to: { path: `${daemon}/(${any(others) || "(?!)"})/` },
    };
  }),
);

/** Folders of app/, lowest first. The files beside them start the process and may import all of them. */
const appFolders = ["config", "runtime", "backends", "wiring", "roles", "commands"];
const appLayers = appFolders.map((folder, index) => ({
  name: `app-${folder}-imports-lower-layers`,
  severity: "error",
  comment: `The folders of app/ are layers: ${appFolders.join(" < ")} < files of app/ itself. A folder imports lower layers only.`,
  from: { path: `${daemon}/app/${folder}/` },
  to: { path: `${daemon}/app/`, pathNot: `${daemon}/app/(${any(appFolders.slice(0, index + 1))})/` },
}));

const fence = (name, only, module) => ({
  name,
  severity: "error",
  comment: `${module} is imported in ${only} and nowhere else.`,
  from: { path: daemon, pathNot: `${daemon}/${only}` },
  to: { path: `node_modules/${module}/` },
});

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "Two files that need each other are one, or need a third.",
      from: { pathNot: "/generated/" },
      to: { circular: true },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "Nobody imports this file; delete it.",
      from: { orphan: true, pathNot: ["\\.d\\.ts$", "\\.c?js$", "/test/"] },
      to: {},
    },
    {
      name: "kernel-imports-nothing",
      severity: "error",
      comment: "kernel/ is below everything.",
      from: { path: `${daemon}/kernel/` },
      to: { path: daemon, pathNot: `${daemon}/kernel/` },
    },
    {
      name: "model-imports-kernel-only",
      severity: "error",
      comment: "model/ holds the nouns; it knows no domain module.",
      from: { path: `${daemon}/model/` },
      to: { path: daemon, pathNot: `${daemon}/(kernel|model)/` },
    },
    {
      name: "methods-are-pure",
      severity: "error",
      comment: "methods/ holds formulas over data. It knows no domain module, no clock and no I/O.",
      from: { path: `${daemon}/methods/` },
      to: { path: daemon, pathNot: `${daemon}/(kernel|model|methods)/` },
    },
    {
      name: "methods-do-no-io",
      severity: "error",
      comment: "methods/ is without I/O; take the data as an argument.",
      from: { path: `${daemon}/methods/` },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "jobs-import-kernel-and-model-only",
      severity: "error",
      comment: "jobs/ runs the jobs of any domain module; it knows none of them.",
      from: { path: `${daemon}/jobs/` },
      to: { path: daemon, pathNot: `${daemon}/(kernel|model|jobs)/` },
    },
    {
      name: "reference-modules-stand-apart",
      severity: "error",
      comment: "A reference module that imported the pipeline would tie all modules together.",
      from: { path: `${daemon}/(${any(reference)})/` },
      to: { path: daemon, pathNot: [`${daemon}/(kernel|model|ingest)/`, "$1"] },
    },
    {
      name: "domain-modules-know-no-machinery",
      severity: "error",
      comment: "Domain modules declare ports; store/, adapters/ and http/ implement or call it.",
      from: { path: `${daemon}/(${domainModules})/` },
      to: { path: `${daemon}/(pipeline|store|adapters|http|app|generated)/` },
    },
    {
      name: "pipeline-declares-ports",
      severity: "error",
      comment: "pipeline/ calls the domain modules and declares what it needs as interfaces; store/ implements them.",
      from: { path: `${daemon}/pipeline/` },
      to: { path: `${daemon}/(store|adapters|http|app|generated)/` },
    },
    {
      name: "only-store-and-app-import-pipeline",
      severity: "error",
      comment: "The pipeline is the worker's; store/ implements its ports and app/ runs it.",
      from: { path: `${daemon}/(adapters|http)/` },
      to: { path: `${daemon}/pipeline/` },
    },
    {
      name: "store-decides-nothing",
      severity: "error",
      comment:
        "store/ implements ports: it imports types of domain modules and constants of model/, no functions. Decide in the domain module and pass the result.",
      from: { path: `${daemon}/store/` },
      to: { path: `${daemon}/(${domainModules}|pipeline|jobs|methods)/`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "store-folders-keep-to-their-own-tables",
      severity: "error",
      comment:
        "A folder of store/ belongs to one module. It imports sql/, jobs/ and incident-index/, which serve all, and table names and row shapes of another folder (*-tables.ts, *-rows.ts). Files of store/ itself, migrations/ and repair/ see all folders.",
      from: {
        path: `${daemon}/store/([^/]+)/`,
        pathNot: [`${daemon}/store/(migrations|repair)/`, ...storeReadsOfOthers.map((file) => `${daemon}/${file}$`)],
      },
      to: {
        path: `${daemon}/store/`,
        pathNot: [`${daemon}/store/($1|sql|jobs|incident-index)/`, "-(tables|rows)\\.ts$"],
      },
    },
    {
      name: "machinery-does-not-mix",
      severity: "error",
      comment: "store/, adapters/ and http/ meet in app/ only.",
      from: { path: `${daemon}/(store|adapters|http)/` },
      to: { path: `${daemon}/(store|adapters|http|app)/`, pathNot: `${daemon}/$1/` },
    },
    {
      name: "wire-types-stay-at-the-door",
      severity: "error",
      comment: "Types generated from the OpenAPI document are translated in http/ and never travel further in.",
      from: { path: daemon, pathNot: `${daemon}/(http|generated)/` },
      to: { path: `${daemon}/generated/` },
    },
    {
      name: "only-main-imports-app",
      severity: "error",
      comment: "app/ wires; nobody depends on the wiring.",
      from: { path: daemon, pathNot: `${daemon}/(app/|main\\.ts)` },
      to: { path: `${daemon}/app/` },
    },
    ...looksLeft,
    ...appLayers,
    fence("typeorm-lives-in-store", "store/", "typeorm"),
    fence("pg-lives-in-store", "store/", "pg"),
    fence("sqlite-lives-in-store", "store/", "better-sqlite3"),
    fence("express-lives-in-http", "http/", "express"),
    fence("amqp-lives-in-broker", "adapters/broker/", "amqplib"),
    fence("kubernetes-lives-in-its-adapter", "adapters/kubernetes/", "@kubernetes"),
    fence("websockets-live-in-kubernetes", "adapters/kubernetes/", "ws"),
    fence("aws-lives-in-its-adapter", "adapters/aws/", "@aws-sdk"),
    fence("openai-lives-in-its-adapter", "adapters/openai/", "openai"),
    fence("mail-lives-in-its-adapter", "adapters/mail/", "nodemailer"),
    fence("undici-lives-in-outbound", "adapters/outbound/", "undici"),
    {
      name: "daemon-stands-alone",
      severity: "error",
      comment: "The daemon knows neither its client nor its command line.",
      from: { path: daemon },
      to: { path: "^packages/(sdk|cli)/" },
    },
    {
      name: "sdk-stands-alone",
      severity: "error",
      comment: "The SDK is all that a script needs.",
      from: { path: "^packages/sdk/src" },
      to: { path: "^packages/(daemon|cli)/" },
    },
    {
      name: "sdk-generated-is-a-leaf",
      severity: "error",
      comment: "Generated code imports nothing written by hand.",
      from: { path: "^packages/sdk/src/generated/" },
      to: { path: "^packages/sdk/src/", pathNot: "^packages/sdk/src/generated/" },
    },
    {
      name: "cli-uses-the-front-door",
      severity: "error",
      comment: "The CLI sees the SDK through its index only, and never the daemon.",
      from: { path: "^packages/cli/src" },
      to: { path: "^packages/(daemon|sdk/src/(?!index\\.ts$))" },
    },
    {
      name: "nobody-imports-the-lab",
      severity: "error",
      comment: "The lab measures the product; the product doesn't know it.",
      from: { pathNot: "^packages/lab/" },
      to: { path: "^packages/lab/" },
    },
    {
      name: "nobody-imports-a-command",
      severity: "error",
      comment: "What two commands share is not a command.",
      from: {},
      to: { path: "^packages/cli/src/commands/" },
    },
    {
      name: "views-only-draw",
      severity: "error",
      comment: "Views take props and return a frame; the command fetches.",
      from: { path: "^packages/cli/src/views/" },
      to: { path: "^packages/(sdk/src|cli/src/(session|base-command))", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "ink-lives-in-views",
      severity: "error",
      comment: "One door to Ink: views/ and render.tsx.",
      from: { path: "^packages/cli/src", pathNot: "^packages/cli/src/(views/|render\\.tsx)" },
      to: { path: "node_modules/(ink|react)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(/dist/|/test/)" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["tocsin-source", "import", "types"] },
  },
};
