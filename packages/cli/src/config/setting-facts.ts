/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

/** Facts about a setting, for a user who changes it. */
export interface SettingFacts {
  /** Empty if there is none. */
  readonly description: string;
  /** The allowed values as they are typed. Empty: they are not a fixed set. */
  readonly values: readonly string[];
  readonly isList: boolean;
}

/** Returns the facts about the setting at a path of property names in the schema of all settings. */
export const settingFacts = (schema: Schema, path: readonly string[]): SettingFacts => {
  const { description, type, enum: values } = path.reduce(below, schema);
  return {
    description: typeof description === "string" ? description : "",
    isList: type === "array",
    values: type === "boolean" ? ["true", "false"] : Array.isArray(values) ? values.map(String) : [],
  };
};

const below = ({ properties, additionalProperties }: Schema, name: string): Schema =>
  schemaOf(schemaOf(properties)[name] ?? additionalProperties);

const schemaOf = (value: unknown): Schema => (typeof value === "object" && value !== null ? (value as Schema) : {});
