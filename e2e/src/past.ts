/** Acts as if it were so many days ago, for the product that runs in this process; at most 20, as timers allow. */
export async function daysAgo<T>(days: number, act: () => Promise<T>): Promise<T> {
  const real = Date.now
  Date.now = () => real() - days * 86_400_000
  try {
    return await act()
  } finally {
    Date.now = real
  }
}
