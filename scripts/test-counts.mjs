/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults
 */

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number }} stats
 * @property {unknown[]} errors
 */

/**
 * @param {VitestReport} report
 * @returns {Counts}
 */
export function countVitest({ numPassedTests, numFailedTests, testResults }) {
  // A file that could not be loaded has no tests to fail, and would otherwise vanish from the sum.
  const unloaded = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}

/**
 * @param {PlaywrightReport} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/**
 * What a stage adds to the sum: its counts, and one failure more when it exited badly without naming any.
 *
 * @param {boolean} exitedWell
 * @param {() => Counts} count may throw, when the stage died before it wrote its report
 * @returns {Counts}
 */
export function countStage(exitedWell, count) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0 };
  try {
    counts = count();
  } catch {
    exitedWell = false;
  }
  return exitedWell || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
