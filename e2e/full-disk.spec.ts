import { expect, test, Workbench } from "./workbench.js";

const person = (name: string) => `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`;
const people = 'FIND(?person.name) WHERE { ?person {type: "Person"} }';
const report = 'CREATE EVIDENCE ?e { SET FIELDS { evidence_class: "document", payload: :report } }';

test("a full disk refuses a write whole, goes on reading, and takes the same write once there is room", async ({
  page,
  baseURL,
}, testInfo) => {
  const { origin } = new URL(baseURL ?? "");
  const devtools = await page.context().newCDPSession(page);
  // Before the browser first looks how much room there is: it remembers that for a while.
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_000_000 });
  const workbench = new Workbench(page, `e2e-${testInfo.testId}`);
  await workbench.open();
  await workbench.run(person("Ada"));
  await workbench.hasCommitted(1);

  await workbench.parameters.fill(JSON.stringify({ report: "x".repeat(1_100_000) }));
  await workbench.run(report);
  const error = workbench.result.getByRole("region", { name: "Error" });
  await expect(error).toContainText("ResourceExhausted");
  await expect(error).toContainText("everything committed earlier is still readable");
  await workbench.run(people);
  await workbench.hasRows([["Ada"]]);
  // What fits is still taken, under the sequence the refused write did not get.
  await workbench.run(person("Grace"));
  await workbench.hasCommitted(2);

  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await page.reload();
  await workbench.isOpen();
  await workbench.parameters.fill(JSON.stringify({ report: "x".repeat(1_100_000) }));
  await workbench.run(report);
  await workbench.hasCommitted(3);
  await workbench.run(people);
  await workbench.hasRows([["Ada"], ["Grace"]]);
});
