import type { Choices } from "../panels/index.ts";

/** Questions to the user at a terminal before there is a session. Disposal restores the terminal once it has answered. */
export interface WelcomeScreen extends AsyncDisposable {
  /** Prints lines of any content. */
  print(text: string): void;
  /** Shows a list. Resolves to the chosen value, or undefined if the user closes it. */
  choose<Value>(choices: Choices<Value>): Promise<Value | undefined>;
  /** Asks for a secret, which is not shown. Resolves to undefined if the user goes back. */
  readSecret(title: string): Promise<string | undefined>;
  /** Closes the open question and all later ones, as the user does with Escape. */
  cancel(): void;
  /** Restores the terminal at once. Printed lines stay. */
  close(): void;
}
