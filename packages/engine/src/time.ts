export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** '2026-01-31', in UTC. */
export const isoDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)
