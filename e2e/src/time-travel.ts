/** Runs act with the clock of this process, and of the product in it, set back by at most 20 days (limit of timers). */
export const daysAgo = <T>(days: number, act: () => Promise<T>): Promise<T> => shifted(-days * 1440, act)

/** Runs act with the clock set forward by minutes. */
export const minutesLater = <T>(minutes: number, act: () => Promise<T>): Promise<T> => shifted(minutes, act)

export const minutesAgo = <T>(minutes: number, act: () => Promise<T>): Promise<T> => shifted(-minutes, act)

async function shifted<T>(minutes: number, act: () => Promise<T>): Promise<T> {
  const real = Date.now
  Date.now = () => real() + minutes * 60_000
  try {
    return await act()
  } finally {
    Date.now = real
  }
}
