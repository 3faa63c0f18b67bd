import type { Page } from "@playwright/test";
import { expect, test, Workbench } from "./workbench.js";

const GARDENS = {
  format: "KIP-Schema-Package",
  format_version: "2.0-draft",
  manifest: {
    package_id: "kip://e2e/gardens",
    version: "1.0.0",
    name: "Gardens",
    description: "Who tends which garden.",
  },
  dependencies: [{ package_id: "kip://profiles/cognitive-memory", version: "2.0.0" }],
  definitions: {
    concept_types: {
      Garden: {
        kind: "ConceptType",
        description: "A piece of land where something is grown.",
        attributes: {
          open: true,
          fields: { size_m2: { type: "number", description: "How large it is, in square metres." } },
        },
      },
    },
    predicates: {
      tends: {
        kind: "PredicateType",
        description: "The person looks after the garden.",
        subject: { concept_types: ["kip://profiles/cognitive-memory@2.0.0/Person"] },
        object: { concept_types: ["kip://e2e/gardens@1.0.0/Garden"] },
        functional: false,
        open_world: true,
        complete: false,
      },
    },
  },
};

const asFile = (content: unknown) => ({
  name: "gardens.json",
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

/** Opens the dialog with the keyboard alone, as far as the field for a package's file. */
async function openFileField(page: Page) {
  await page.getByRole("button", { name: "Memory…" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel(/Activate a Schema Package/);
  await expect(field).toBeFocused();
  return { dialog, field };
}

async function offers(workbench: Workbench, text: string, symbol: string): Promise<void> {
  await workbench.write(text);
  await workbench.page.keyboard.press("Control+Space");
  await expect(workbench.page.locator(".cm-tooltip-autocomplete")).toContainText(symbol, { timeout: 5_000 });
  await workbench.page.keyboard.press("Escape");
}

test("completion offers a predicate of a package activated a moment ago, and hover its fields", async ({
  workbench,
  page,
}) => {
  const { dialog, field } = await openFileField(page);
  await field.setInputFiles(asFile(GARDENS));
  await expect(dialog).toContainText("In force now: kip://e2e/gardens@1.0.0.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await offers(workbench, 'FIND(?x) WHERE { (?x, "ten', "tends");
  await workbench.write('CREATE CONCEPT ?g { TYPE "Garden" }');
  await page.locator(".cm-line").getByText('"Garden"').hover();
  await expect(page.locator(".cm-tooltip-hover")).toContainText("size_m2");
});

test("another tab completes with a package as soon as its commit arrives", async ({
  workbench,
  page,
  context,
}) => {
  await workbench.play("A stated preference", "Alice says so");
  await workbench.hasCommitted(1);
  const other = new Workbench(await context.newPage(), workbench.memory);
  await other.open();
  const { dialog, field } = await openFileField(page);
  await field.setInputFiles(asFile(GARDENS));
  await expect(dialog).toContainText("In force now");
  await expect(other.indicator).toContainText("sequence 2");
  // The schema is read once the commit is known.
  await expect(() => offers(other, 'FIND(?x) WHERE { (?x, "ten', "tends")).toPass();
});

test("in a memory without a commit another tab learns of a package when it is returned to", async ({
  workbench,
  page,
  context,
}) => {
  const other = new Workbench(await context.newPage(), workbench.memory);
  await other.open();
  const { dialog, field } = await openFileField(page);
  await field.setInputFiles(asFile(GARDENS));
  await expect(dialog).toContainText("In force now");
  await other.page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(() => offers(other, 'FIND(?x) WHERE { (?x, "ten', "tends")).toPass();
});

test("a package that cannot be verified is refused by name, and the memory goes on", async ({
  workbench,
  page,
}) => {
  const { dialog, field } = await openFileField(page);
  await field.setInputFiles(asFile("{"));
  await expect(dialog).toContainText("gardens.json is no JSON");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.setInputFiles(
    asFile({ ...GARDENS, dependencies: [{ package_id: "kip://e2e/soil", version: "1.0.0" }] }),
  );
  await expect(dialog).toContainText(/SchemaPackage\w+: .*kip:\/\/e2e\/soil/);
  await field.setInputFiles(asFile(GARDENS));
  await expect(dialog).toContainText("In force now");
  await page.keyboard.press("Escape");
  await workbench.run("DESCRIBE PRIMER");
  await expect(workbench.result).toContainText("kip://e2e/gardens");
});

test("a pattern that the engine cannot use is marked before it is run", async ({ workbench, page }) => {
  await workbench.write('FIND(?x) WHERE { ?x CONCEPT {} FILTER(REGEX(?x.name, "(a")) }');
  await expect(page.locator(".cm-lintRange-error")).toHaveText('"(a"');
  await workbench.write('FIND(?x) WHERE { ?x CONCEPT {} FILTER(REGEX(?x.name, "(a)")) }');
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
});
