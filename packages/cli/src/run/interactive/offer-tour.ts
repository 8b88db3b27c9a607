import { confirm, EXIT, type ExitCode, type ProcessContext } from "../../process/index.ts";

/** Offers the tour to a user without a model, or else prints the help. */
export const offerTour = async (context: ProcessContext, help: () => string): Promise<ExitCode> => {
  const { stdout, stderr } = context;
  stderr.write("No API key and no local model server found. Run `cox doctor` for details.\n");
  if (await confirm(context, "Take the tour, in which a scripted model fixes a small project?")) {
    const { tourAction } = await import("../../tour/index.ts");
    return tourAction({ values: {}, positionals: [] }, context);
  }
  stdout.write(help());
  return EXIT.done;
};
