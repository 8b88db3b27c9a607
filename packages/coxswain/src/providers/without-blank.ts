/**
 * Imports an adapter with a blank environment variable temporarily unset: on import, the SDK creates a default instance
 * that rejects a blank base URL.
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
