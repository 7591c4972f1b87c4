import { BoundedMap } from '../bounded-map.ts'
import type { Ecosystem } from './ecosystem.ts'
import { maxVersionLength, stepBetweenNumbers } from './numbers.ts'

interface Order<V> {
  /** As people call it: 'SemVer 2.0.0'. */
  name: string
  /** null when the text is no version. Never throws. */
  read(text: string): V | null
  compare(a: V, b: V): number
  /** The leading numbers, for the size of a step. */
  numbers(version: V): readonly string[]
  isStable(version: V): boolean
}

/** The members of an ecosystem that follow from how its versions are read and compared. */
export function ordered<V>(
  order: Order<V>,
): Pick<Ecosystem, 'versionOrder' | 'compareVersions' | 'isStable' | 'stepBetween'> {
  const read = remember(order.read)
  return {
    versionOrder: order.name,
    compareVersions(a, b) {
      const left = read(a)
      const right = left === null ? null : read(b)
      return left === null || right === null ? null : order.compare(left, right)
    },
    isStable(version) {
      const parts = read(version)
      return parts !== null && order.isStable(parts)
    },
    stepBetween(a, b) {
      const left = read(a)
      const right = read(b)
      if (left === null || right === null || order.compare(left, right) >= 0) return null
      return stepBetweenNumbers(order.numbers(left), order.numbers(right))
    },
  }
}

/** Sorting and searching ask for the same versions over and over; reading one costs more than comparing two. */
function remember<V>(read: (text: string) => V | null): (text: string) => V | null {
  const known = new BoundedMap<string, V | null>(maxRemembered)
  return (text) => {
    if (text.length > maxVersionLength) return null
    const before = known.get(text)
    if (before !== undefined) return before
    const version = read(text)
    known.set(text, version)
    return version
  }
}

const maxRemembered = 4096
