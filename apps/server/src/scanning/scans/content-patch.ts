/** A list as the elements that differ from those of another one, and the first and last place, from 1, of the others. */
type Patch = (object | [first: number, last: number])[]

interface StoredLists<Name extends string> {
  /** null: they are whole. */
  baseUuid: string | null
  lists: Record<Name, readonly unknown[]>
}

/**
 * More than this share of a whole is stored whole, as the next base. Of what has 8 kB and changes by 0.3 kB with each
 * scan, less would store wholes too often, and more would repeat too much of the changes since the whole.
 */
const maxShare = 1 / 10

/** Lists of objects as patches of the base's, if these are much shorter. patched_list() in SQL undoes it. */
export function storedLists<Name extends string>(
  lists: Record<Name, readonly unknown[]>,
  base: ({ baseUuid: string } & Record<NoInfer<Name>, readonly unknown[]>) | undefined,
): StoredLists<Name> {
  if (!base) return { baseUuid: null, lists }
  const names = Object.keys(lists) as Name[]
  const patches = Object.fromEntries(names.map((name) => [name, patchOf(base[name], lists[name])])) as Record<
    Name,
    Patch
  >
  const isShort = JSON.stringify(patches).length <= JSON.stringify(lists).length * maxShare
  return isShort ? { baseUuid: base.baseUuid, lists: patches } : { baseUuid: null, lists }
}

/** Copies each element of the base at most once, so that repeated ones keep their number. */
export function patchOf(base: readonly unknown[], list: readonly unknown[]): Patch {
  const places = Map.groupBy(base.keys(), (index) => keyOf(base[index]))
  const steps: Patch = []
  for (const element of list) {
    const place = places.get(keyOf(element))?.shift()
    const last = steps.at(-1)
    if (place === undefined) steps.push(element as object)
    else if (Array.isArray(last) && last[1] === place) last[1]++
    else steps.push([place + 1, place + 1])
  }
  return steps
}

/** Equal for values that are equal but for the order of their members. */
export const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
