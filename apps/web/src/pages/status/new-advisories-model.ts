/** Days with advisories, newest first; ecosystems by number, then name. */
export function daysToShow(
  days: readonly { date: string; total: number; ecosystems: Readonly<Record<string, number>> }[],
  names: ReadonlyMap<string, string>,
) {
  return days
    .filter(({ total }) => total > 0)
    .toReversed()
    .map(({ date, total, ecosystems }) => ({
      date,
      total,
      ecosystems: Object.entries(ecosystems)
        .toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .map(([id, advisories]) => ({ id, name: names.get(id) ?? id, advisories })),
    }))
}
