/** Commit messages are `area: imperative` or `area, area: imperative`, with a body that says why. */
export default {
  parserPreset: {
    parserOpts: { headerPattern: /^([a-z0-9][\w., -]*): (.+)$/, headerCorrespondence: ["type", "subject"] },
  },
  rules: {
    "header-max-length": [2, "always", 72],
    "type-empty": [2, "never"],
    "subject-empty": [2, "never"],
    "subject-full-stop": [2, "never", "."],
    "body-empty": [2, "never"],
    "body-leading-blank": [2, "always"],
    "body-max-line-length": [2, "always", 100],
  },
};
