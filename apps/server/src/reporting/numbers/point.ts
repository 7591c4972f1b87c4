/**
 * A scan in the packed history of its branch, as scanning/scans/series-store.ts writes it: integers, of which each name
 * is an offset.
 */
export const point = {
  /** Since 1970, UTC. */
  day: 0,
  msOfDay: 1,
  /** Open findings. */
  count: 2,
  /** Running totals of the branch. */
  identified: 3,
  addressed: 4,
  /** In hundredths; -1 if unknown. */
  libyears: 5,
  /** Components whose releases are unknown; -1 if that was not counted. */
  unknown: 6,
  /** The security score, and what is known about it. */
  marks: 7,
} as const

export const pointSize = 8

/** 0 to 100. */
export const scoreOf = (marks: number): number => marks & 255

/** Four integers each: day, 16 × severity + cause (as positions), days to fix or -1, findings. */
export const flowSize = 4

/** Three integers each: severity (as position), day since when, open findings. */
export const ageSize = 3
