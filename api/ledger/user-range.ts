/** The part of a database that one audit reads. */

/** Users above `from`, up to and including `to`. */
export interface UserRange {
  readonly from: number;
  readonly to: number;
}
