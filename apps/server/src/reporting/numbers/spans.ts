import { dayMs } from '@assay/engine/time.ts'
import { performanceScore, type ScanPoint } from '@assay/engine/scoring/performance-score.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { newScore, point, pointSize, readMarks } from './point.ts'
import type { Window } from './window.ts'

/** Branches with scans in a window: the number of each, and where its first and last scan there are in the points. */
export interface Spans {
  size: number
  branches: Int32Array
  firsts: Int32Array
  lasts: Int32Array
}

/** Two binary searches per branch, whatever the number of scans. */
export function spansOf(
  { points: { data, starts, lengths } }: AccountNumbers,
  branches: Int32Array,
  { from, before }: Pick<Window, 'from' | 'before'>,
): Spans {
  const [start, end] = [positionOf(from), positionOf(before)]
  const spans = {
    branches: new Int32Array(branches.length),
    firsts: new Int32Array(branches.length),
    lasts: new Int32Array(branches.length),
  }
  let size = 0
  for (const branch of branches) {
    const of = { start: starts[branch] ?? 0, count: (lengths[branch] ?? 0) / pointSize }
    const last = countBefore(data, of, end) - 1
    const first = last < 0 ? 0 : countBefore(data, of, start)
    if (first > last) continue
    spans.branches[size] = branch
    spans.firsts[size] = of.start + first * pointSize
    spans.lasts[size] = of.start + last * pointSize
    size++
  }
  return { size, ...spans }
}

/** Where the last scan before a moment is in the points; -1 without one. */
export function lastBefore(
  { points: { data, starts, lengths } }: Pick<AccountNumbers, 'points'>,
  branch: number,
  moment: Date,
): number {
  const of = { start: starts[branch] ?? 0, count: (lengths[branch] ?? 0) / pointSize }
  const last = countBefore(data, of, positionOf(moment)) - 1
  return last < 0 ? -1 : of.start + last * pointSize
}

/** Those of the spans whose branches fit. */
export function filterSpans(spans: Spans, isChosen: (branch: number) => boolean): Spans {
  const chosen = {
    branches: new Int32Array(spans.size),
    firsts: new Int32Array(spans.size),
    lasts: new Int32Array(spans.size),
  }
  let size = 0
  for (let at = 0; at < spans.size; at++) {
    if (!isChosen(spans.branches[at]!)) continue
    chosen.branches[size] = spans.branches[at]!
    chosen.firsts[size] = spans.firsts[at]!
    chosen.lasts[size] = spans.lasts[at]!
    size++
  }
  return { size, ...chosen }
}

/** The points of a branch. */
interface Run {
  start: number
  count: number
}

interface Position {
  day: number
  msOfDay: number
}

function positionOf(moment: Date): Position {
  const day = Math.floor(moment.getTime() / dayMs)
  return { day, msOfDay: moment.getTime() - day * dayMs }
}

/** The number of points before a moment. Most windows end after the last scan or begin before the first one. */
function countBefore(data: Int32Array, { start, count }: Run, moment: Position): number {
  if (count === 0 || !isBefore(data, start, moment)) return 0
  const end = start + (count - 1) * pointSize
  if (isBefore(data, end, moment)) return count
  // Most branches are scanned about as often all the time: the search begins where that would be.
  const share =
    (moment.day - data[start + point.day]!) / (data[end + point.day]! - data[start + point.day]! || 1)
  return searchFrom(Math.floor(share * (count - 1)), count - 1, (at) =>
    isBefore(data, start + at * pointSize, moment),
  )
}

/** The first position from 1 to `high` that is not before, in steps that double. */
function searchFrom(guess: number, high: number, isBefore: (at: number) => boolean): number {
  let [low, end, step] = [1, high, 1]
  if (guess > 0 && isBefore(guess)) {
    low = guess + 1
    while (low + step < end && isBefore(low + step)) {
      low += step + 1
      step *= 2
    }
    end = Math.min(end, low + step)
  } else if (guess > 0) {
    end = guess
    while (end - step > low && !isBefore(end - step)) {
      end -= step
      step *= 2
    }
    low = Math.max(low, end - step)
  }
  while (low < end) {
    const middle = (low + end) >> 1
    if (isBefore(middle)) low = middle + 1
    else end = middle
  }
  return low
}

function isBefore(data: Int32Array, at: number, { day, msOfDay }: Position): boolean {
  const ofPoint = data[at + point.day]!
  return ofPoint < day || (ofPoint === day && data[at + point.msOfDay]! < msOfDay)
}

/** What the scans of a span say about it. */
export interface SpanFigures {
  scans: number
  /** Open before the first scan, plus opened from then to the last. */
  identified: number
  addressed: number
  /** Of the last scan; of an earlier one if it covers less. */
  score: number
  scoreBefore: number
  isMeasured: boolean
  isMeasuredBefore: boolean
  coversLess: boolean
  hasStability: boolean
  hasLicensing: boolean
  /** Whether both scans cover as much as those before them. */
  isComparable: boolean
  count: number
  countBefore: number
  /** 0 if the scans cannot be compared: coverage lost is no improvement. */
  performance: number
  libyears: number
  unknown: number
  /** Epoch ms. */
  firstScanned: number
  lastScanned: number
}

/** Calls back with the figures of each span, in one object that is used again. */
export function eachSpan(
  { points: { data, starts } }: AccountNumbers,
  { size, branches, firsts, lasts }: Spans,
  onSpan: (figures: SpanFigures, at: number) => void,
): void {
  const figures = emptyFigures()
  const before: ScanPoint = { securityScore: 0, vulnerabilityCount: 0 }
  const after: ScanPoint = { securityScore: 0, vulnerabilityCount: 0 }
  const scoreBefore = newScore()
  const scoreAfter = newScore()
  for (let at = 0; at < size; at++) {
    const [first, last] = [firsts[at]!, lasts[at]!]
    // The scan before the first one; running totals begin at 0.
    const earlier = first > starts[branches[at]!]! ? first - pointSize : -1
    const counted = earlier < 0 ? 0 : data[earlier + point.count]!
    const identified = earlier < 0 ? 0 : data[earlier + point.identified]!
    const addressed = earlier < 0 ? 0 : data[earlier + point.addressed]!
    figures.scans = (last - first) / pointSize + 1
    figures.identified = counted + data[last + point.identified]! - identified
    figures.addressed = data[last + point.addressed]! - addressed
    readMarks(data[last + point.marks]!, scoreAfter)
    readMarks(data[first + point.marks]!, scoreBefore)
    figures.score = after.securityScore = scoreAfter.score
    figures.scoreBefore = before.securityScore = scoreBefore.score
    figures.isMeasured = scoreAfter.isMeasured
    figures.isMeasuredBefore = scoreBefore.isMeasured
    figures.coversLess = scoreAfter.coversLess
    figures.hasStability = scoreAfter.hasStability
    figures.hasLicensing = scoreAfter.hasLicensing
    figures.isComparable = !scoreAfter.coversLess && !scoreBefore.coversLess
    figures.count = after.vulnerabilityCount = data[last + point.count]!
    figures.countBefore = before.vulnerabilityCount = data[first + point.count]!
    const canRank = figures.isComparable && scoreAfter.isMeasured && scoreBefore.isMeasured
    figures.performance = canRank ? performanceScore(before, after) : 0
    figures.libyears = data[last + point.libyears]!
    figures.unknown = data[last + point.unknown]!
    figures.firstScanned = timeOf(data, first)
    figures.lastScanned = timeOf(data, last)
    onSpan(figures, at)
  }
}

const timeOf = (data: Int32Array, at: number) => data[at + point.day]! * dayMs + data[at + point.msOfDay]!

const emptyFigures = (): SpanFigures => ({
  scans: 0,
  identified: 0,
  addressed: 0,
  score: 0,
  scoreBefore: 0,
  isMeasured: true,
  isMeasuredBefore: true,
  coversLess: false,
  hasStability: true,
  hasLicensing: true,
  isComparable: true,
  count: 0,
  countBefore: 0,
  performance: 0,
  libyears: 0,
  unknown: 0,
  firstScanned: 0,
  lastScanned: 0,
})
