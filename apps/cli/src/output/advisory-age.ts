import { counted } from '@assay/text/counted.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { ReportAdvisoryData } from '@assay/contract/vocabulary.ts'

type Data = Pick<ReportAdvisoryData, 'name' | 'checkedAt' | 'advisories'>

const unitsMs = { h: 3_600_000, d: dayMs }

/** Parses '7d' or '12h' to milliseconds; null if invalid. */
export function readAge(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? []
  return count === undefined ? null : Number(count) * unitsMs[unit as 'd' | 'h']
}

/** Describes missing advisory data and data older than allowed; null if there is none. */
export function describeStale(data: readonly Data[], { at, maxAgeMs }: { at: number; maxAgeMs: number }) {
  const absent = data.filter(({ checkedAt, advisories }) => checkedAt === null && advisories === 0)
  const starter = data.filter(({ checkedAt, advisories }) => checkedAt === null && advisories > 0)
  const old = data.filter(({ checkedAt }) => checkedAt !== null && at - checkedAt > maxAgeMs)
  const sentences = [
    ...(absent.length > 0 ? [`No advisory data is loaded for ${namesOf(absent)}.`] : []),
    ...(starter.length > 0 ? [`Only the starter set of advisories is loaded for ${namesOf(starter)}.`] : []),
    ...old.map(
      ({ name, checkedAt }) => `The advisory data for ${name} is ${describeAge(at - checkedAt!)} old.`,
    ),
  ]
  return sentences.length > 0 ? sentences.join(' ') : null
}

const namesOf = (data: readonly Data[]) => data.map(({ name }) => name).join(', ')

/** '' for none. */
export const dayOf = (time: number | null): string => (time === null ? '' : isoDay(time))

/** '1 hour', '3 days'. */
export function describeAge(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / unitsMs.h))
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return counted(count, unit)
}
