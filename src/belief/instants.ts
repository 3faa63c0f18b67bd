/** An instant in milliseconds since the epoch; infinite where a side of an interval is unbounded. */
export type Instant = number;
