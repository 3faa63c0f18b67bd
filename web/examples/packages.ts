/**
 * The kinds of things people in the examples prefer. `prefers` holds one preference for each kind of option, so every
 * option needs a type of its own kind (Profile §5.5); the built-in packages name no such types, a host brings them.
 */
export const EXAMPLE_PACKAGES: readonly unknown[] = [
  {
    format: "KIP-Schema-Package",
    format_version: "2.0-draft",
    manifest: {
      package_id: "kip://workbench/examples",
      version: "1.0.0",
      name: "Workbench examples",
      description: "The option types that the worked examples of the workbench use.",
    },
    definitions: {
      concept_types: {
        ColorScheme: {
          kind: "ConceptType",
          description: "A set of colours an interface can be shown in, such as dark or light.",
          attributes: { open: true, fields: {} },
        },
      },
    },
  },
];
