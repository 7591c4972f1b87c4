import { dayMs } from '@assay/engine/time.ts'

// Days are counted from January 1, 1970, which was a Thursday.

export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs)

/** Whole days of a window. */
export const daysBetween = ({ from, before }: { from: Date; before: Date }): number =>
  Math.round((before.getTime() - from.getTime()) / dayMs)

/** Format '2024-02-29'. Called for every day of a year, and toISOString takes three times as long. */
export function textOfDay(day: number): string {
  const date = new Date(day * dayMs)
  return [
    String(date.getUTCFullYear()).padStart(4, '0'),
    twoDigits(date.getUTCMonth() + 1),
    twoDigits(date.getUTCDate()),
  ].join('-')
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : String(number))
