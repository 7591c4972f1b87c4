/** Acts as if it were so many days ago, for the product that runs in this process; at most 20, as timers allow. */
export const daysAgo = <T>(days: number, act: () => Promise<T>): Promise<T> => shifted(-days * 1440, act)

/** The same, so many minutes later. */
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
