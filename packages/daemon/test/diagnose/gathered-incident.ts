import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import type { MakeFresh } from "../store/engines.ts";
import { type Surroundings, surroundings } from "./gather-support.ts";

/** The stores and helpers of the tests about what surrounds an incident. */
export function gatheredIncident(fresh: MakeFresh) {
  let around: Surroundings;
  beforeEach(async () => {
    around = await surroundings(await fresh());
  });
  afterEach(() => around.drop());

  const series = (picture: Picture, service: string): readonly number[] => [
    ...(picture.volumes.find((volume) => volume.service === service)?.events ?? []),
  ];

  return {
    series,
    get around() {
      return around;
    },
  };
}
