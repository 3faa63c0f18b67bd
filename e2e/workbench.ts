import { test as base, expect as baseExpect, type Locator, type Page } from "@playwright/test";

/** Waits long enough for a machine that runs everything else at the same time; a page that is ready is not slower. */
const expect = baseExpect.configure({ timeout: 15_000 });

/** The workbench as a person uses it: by the names of what is on the page. */
export class Workbench {
  readonly page: Page;
  readonly memory: string;
  readonly editor: Locator;
  readonly parameters: Locator;
  readonly result: Locator;
  readonly belief: Locator;
  readonly briefing: Locator;
  readonly indicator: Locator;

  constructor(page: Page, memory: string) {
    this.page = page;
    this.memory = memory;
    this.editor = page.getByRole("textbox", { name: "KIP command" });
    this.parameters = page.getByLabel("Parameters (JSON)");
    this.result = page.getByRole("region", { name: "Result" });
    this.belief = page.getByRole("region", { name: "Belief" });
    this.briefing = page.getByRole("region", { name: "Briefing" });
    this.indicator = page.getByTestId("memory");
  }

  /** Opens the memory and waits until it can be used. */
  async open(): Promise<void> {
    await this.page.goto(`/?memory=${encodeURIComponent(this.memory)}`);
    await this.isOpen();
  }

  /** Waits until the memory can be used. */
  async isOpen(): Promise<void> {
    await expect(this.indicator).toContainText(/sequence \d+/);
  }

  /** Opens an example, if it is not open yet, and plays one of its steps by clicking on it. */
  async play(story: string, step: string): Promise<void> {
    const button = this.step(step);
    if (!(await button.isVisible())) await this.page.getByText(story, { exact: true }).click();
    await button.click();
    await expect(button).toHaveAttribute("aria-current", "step");
  }

  /** The button of one step of an example. */
  step(title: string): Locator {
    return this.page.getByRole("navigation", { name: "Examples" }).getByRole("button", { name: title });
  }

  /** Writes a command into the editor, in place of what is there. */
  async write(command: string): Promise<void> {
    await this.editor.fill(command);
  }

  /** Writes a command and runs it. */
  async run(command: string): Promise<void> {
    await this.write(command);
    await this.page.getByRole("button", { name: "Run", exact: true }).click();
  }

  /** Expects the last run to have committed. */
  async hasCommitted(sequence: number): Promise<void> {
    await expect(this.result).toContainText(`Committed as sequence ${sequence}.`);
  }

  /** Expects the belief card to show a status and to say why in words that match. */
  async believes(status: string, why: RegExp): Promise<void> {
    await expect(this.belief.locator(".status").first()).toHaveText(status);
    await expect(this.belief.locator(".words")).toHaveText(why);
  }

  /** Expects a table of these rows, each given by the text of its cells. */
  async hasRows(rows: readonly (readonly (string | RegExp)[])[]): Promise<void> {
    const body = this.result.locator("tbody tr");
    await expect(body).toHaveCount(rows.length);
    for (const [index, cells] of rows.entries()) {
      await expect(body.nth(index).locator("td")).toHaveText([...cells]);
    }
  }
}

/** Playwright's test, with a workbench on a memory of its own. Any error in the page fails the test. */
export const test = base.extend<{ workbench: Workbench }>({
  workbench: async ({ page }, use, testInfo) => {
    testInfo.setTimeout(90_000);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    const workbench = new Workbench(page, `e2e-${testInfo.testId}`);
    await workbench.open();
    await use(workbench);
    expect(problems).toEqual([]);
  },
});

export { expect };
