// The simple method for changes: blame the last deployment of the service that alerted, before it did.

export function lastDeployment({ picture }) {
  const { changes, incident, noticedAt } = picture;
  const before = changes.filter(
    ({ service, gitHash, at }) => service === incident.primaryService && gitHash !== null && at <= noticedAt,
  );
  return before.sort((a, b) => b.at - a.at)[0]?.gitHash ?? "none";
}
