import { dayMs } from '@assay/engine/time.ts'
import type { AccountNumbers } from './account-numbers.ts'
import type { Chosen } from './choose-branches.ts'
import { dayOf, textOfDay } from './days.ts'
import { DayCounts } from './day-counts.ts'
import { noClass } from './directory.ts'
import { point, pointSize } from './point.ts'
import type { Spans } from './spans.ts'
import type { Sums } from './sum-spans.ts'
import type { Window } from './window.ts'

/** Counting the scans of so few branches takes as long as adding counts by day. */
const minClassSize = 16

interface Used {
  chosen: Chosen
  spans: Spans
  sums: Sums
  window: Window
  /** Whether the spans are those of all chosen branches. */
  isWhole: boolean
}

/** By day: scans and projects up to then. A project counts from its first scan in the window. */
export function usageByDay(numbers: AccountNumbers, { chosen, spans, sums, window, isWhole }: Used) {
  const first = dayOf(window.from)
  const end = dayOf(new Date(window.before.getTime() - 1)) + 1
  const scans = new Uint32Array(Math.max(0, end - first))
  // Counts by day are of whole days.
  const isOfDays = window.from.getTime() % dayMs === 0 && window.before.getTime() % dayMs === 0
  const counted =
    isWhole && isOfDays && chosen.hasWholeClasses ? addClasses(numbers, chosen, { scans, first }) : null
  addSpans(numbers, spans, { scans, first, isCounted: counted })
  const projects = new Uint32Array(scans.length)
  for (const at of sums.firstScans) if (at !== 0) projects[Math.floor(at / dayMs) - first]!++
  let [totalScans, totalProjects] = [0, 0]
  return Array.from(scans.keys()).flatMap((at) => {
    if (scans[at] === 0 && projects[at] === 0) return []
    totalScans += scans[at]!
    totalProjects += projects[at]!
    return [{ day: textOfDay(first + at), totalScans, totalProjects }]
  })
}

interface Days {
  scans: Uint32Array
  first: number
}

/** Adds the scans of large classes, whatever their number. Returns by class whether it was added. */
function addClasses(numbers: AccountNumbers, { isClass }: Chosen, { scans, first }: Days): Uint8Array {
  const { classes } = numbers.directory
  const isCounted = Uint8Array.from(classes, ({ size }, at) =>
    Number(isClass[at] === 1 && size >= minClassSize),
  )
  countClasses(numbers, isCounted)
  for (let at = 0; at < isCounted.length; at++) if (isCounted[at]) classes[at]!.scans!.addTo(scans, first)
  return isCounted
}

/** Once for each class; then its counts are kept up to date. */
function countClasses(numbers: AccountNumbers, isWanted: Uint8Array): void {
  const { classes, classOf } = numbers.directory
  const isNew = isWanted.map((wanted, at) => Number(wanted === 1 && classes[at]!.scans === null))
  if (!isNew.includes(1)) return
  for (let at = 0; at < isNew.length; at++) if (isNew[at]) classes[at]!.scans = new DayCounts()
  for (let branch = 0; branch < classOf.length; branch++) {
    const number = classOf[branch]!
    if (number !== noClass && isNew[number]) numbers.addScans(classes[number]!.scans!, { branch, by: 1 })
  }
}

function addSpans(
  { points: { data }, directory: { classOf } }: AccountNumbers,
  { size, branches, firsts, lasts }: Spans,
  { scans, first, isCounted }: Days & { isCounted: Uint8Array | null },
): void {
  for (let span = 0; span < size; span++) {
    if (isCounted?.[classOf[branches[span]!]!]) continue
    for (let at = firsts[span]!; at <= lasts[span]!; at += pointSize) scans[data[at + point.day]! - first]!++
  }
}
