/** Whatever is asked for waits for a person. */
export const policy = `rules:
  - name: by-hand
    verdict: manual
    reason: Everything waits for a person here.
`;
