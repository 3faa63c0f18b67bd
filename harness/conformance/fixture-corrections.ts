/** A place where the copy of a fixture at hand is older than its authors' own, and what stands there now. */
export interface FixtureCorrection {
  /** The name of the fixture's file, without `.json`. */
  readonly fixture: string;
  /** The exact text of the file that is replaced, wherever it occurs. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/**
 * Every correction there is. One belongs here only when the authors of the fixture have made it themselves: the suite
 * must not be bent to what this engine does.
 */
export const FIXTURE_CORRECTIONS: readonly FixtureCorrection[] = [
  {
    fixture: "consequence",
    before: "T09:00:00Z",
    after: "T09:00:00.000Z",
    reason:
      "its timestamps lack the milliseconds that §6.5 and timestamps.json require; the authors' file has them",
  },
];

/** A fixture's text with its corrections, and those that were applied. */
export interface CorrectedFixture {
  readonly text: string;
  readonly applied: readonly FixtureCorrection[];
}

/**
 * Applies the corrections of one fixture to the text of its file. A file that already reads as corrected is left alone.
 * @throws `Error` when a correction finds neither the text it replaces nor the text it would put there: the fixture has
 * changed, and somebody has to look whether the correction is still right.
 */
export function correctFixture(
  file: string,
  text: string,
  corrections: readonly FixtureCorrection[] = FIXTURE_CORRECTIONS,
): CorrectedFixture {
  let corrected = text;
  const applied: FixtureCorrection[] = [];
  for (const correction of corrections) {
    if (correction.fixture !== file) continue;
    const { before, after } = correction;
    if (corrected.includes(before)) {
      corrected = corrected.replaceAll(before, after);
      applied.push(correction);
    } else if (!corrected.includes(after)) {
      throw new Error(
        `its correction is out of date: it holds neither ${JSON.stringify(before)} nor ${JSON.stringify(after)}`,
      );
    }
  }
  return { text: corrected, applied };
}
