/** UTC day, as YYYY-MM-DD. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
