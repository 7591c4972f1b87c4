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

/** No score is carried. */
const none = 255

/** A scan's security score as numbers use it. */
export interface PointScore {
  /** 0 to 100. */
  score: number
  /** Whether the score says anything; otherwise averages, differences and rankings leave it out. */
  isMeasured: boolean
  hasStability: boolean
  hasLicensing: boolean
  /** Whether the scan covers less than an earlier one, whose score stands for it if that was measured. */
  coversLess: boolean
}

export const newScore = (): PointScore => ({
  score: 0,
  isMeasured: true,
  hasStability: true,
  hasLicensing: true,
  coversLess: false,
})

/**
 * Bits of the marks: 0 to 7 the score, 8 to 15 the score of the last scan that covered more (255 if there is none), 16 to 18
 * whether security, stability and licensing were measured, 19 whether the scan covers less than that one, 20 whether it is
 * below policy.
 */
export function readMarks(marks: number, into: PointScore): void {
  const carried = (marks >> 8) & 255
  into.coversLess = (marks & (1 << 19)) !== 0
  into.score = into.coversLess && carried !== none ? carried : marks & 255
  into.hasStability = (marks & (1 << 17)) !== 0
  into.hasLicensing = (marks & (1 << 18)) !== 0
  into.isMeasured = into.coversLess ? carried !== none : (marks & (1 << 16)) !== 0
}

/** Whether the outcome of the scan is FAIL. */
export const isBelowPolicy = (marks: number): boolean => (marks & (1 << 20)) !== 0

/** Four integers each: day, 16 × severity + cause (as positions), days to fix or -1, findings. */
export const flowSize = 4

/** Three integers each: severity (as position), day since when, open findings. */
export const ageSize = 3

/** Three integers each: known exploited vulnerability (as a number), days when the finding was opened and ended. */
export const exploitedSize = 3

/** Four integers each: severity (as position), day since when, 1 if it is known exploited, the day that a member set or noDay. */
export const dueSize = 4

/** The finding is open. */
export const noDay = 2 ** 31 - 1
