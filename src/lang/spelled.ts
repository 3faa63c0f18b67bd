/** The words of a name that is written together: `CREATE CONCEPT` for `CreateConcept`. */
export function spelled(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toUpperCase();
}
