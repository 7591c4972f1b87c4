/** Days are counted from January 1, 1970, which was a Thursday. */
const dayMs = 86_400_000

export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7)

export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs)

/** As in '2024-02-29'. */
export const textOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
