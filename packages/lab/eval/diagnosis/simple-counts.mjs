// The simple methods for lines: told when the trouble began, name whoever said most of them since.

const mostOf = (field) => (one) => {
  const { grid, volumes } = one.picture;
  const onset = Math.floor((one.knownOnset - grid.start) / grid.step);
  return volumes
    .map((volume) => ({
      name: volume.service,
      score: volume[field].subarray(onset).reduce((sum, each) => sum + each, 0),
    }))
    .sort((a, b) => b.score - a.score);
};

export const mostLines = mostOf("logs");

export const mostErrorLines = mostOf("errors");
