/**
 * Imports an adapter while a variable that is set to nothing counts as not set: the SDK makes an instance of its own as it is
 * imported, which refuses an address that is blank.
 */
export const withoutBlank = async <Adapter>(variable: string, load: () => Promise<Adapter>): Promise<Adapter> => {
  const value = process.env[variable];
  if (value === undefined || value.trim() !== "") return load();
  delete process.env[variable];
  try {
    return await load();
  } finally {
    process.env[variable] ??= value;
  }
};
