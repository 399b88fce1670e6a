import { type FakeModel, startModel } from "../support/models.ts";

type Behave = Parameters<typeof startModel>[0];

/** The stores and helpers of the tests about a model's server. */
export function modelClient() {
  let model: FakeModel | undefined;
  const serve = async (behave: Behave): Promise<string> => {
    model = await startModel(behave);
    return model.url;
  };
  afterEach(() => model?.stop());

  return {
    serve,
    get model() {
      return model;
    },
  };
}
