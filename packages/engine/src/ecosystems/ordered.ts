import { BoundedMap } from '../bounded-map.ts'
import type { Step } from '../vocabulary.ts'
import type { Ecosystem } from './ecosystem.ts'
import { maxVersionLength, stepBetweenNumbers } from './numbers.ts'

interface Order<V> {
  /** Display name: 'SemVer 2.0.0'. */
  name: string
  /** null if the text is not a version. Never throws. */
  read(text: string): V | null
  compare(a: V, b: V): number
  /** The leading numbers, which determine the step between versions. */
  numbers(version: V): readonly string[]
  isStable(version: V): boolean
  /** The step between leading numbers; defaults to the position of the first that differs. */
  step?(a: readonly string[], b: readonly string[]): Step
}

/** Derives members of an ecosystem from functions that parse and compare its versions. */
export function ordered<V>(
  order: Order<V>,
): Pick<Ecosystem, 'versionOrder' | 'compareVersions' | 'isStable' | 'stepBetween'> {
  const read = remember(order.read)
  return {
    versionOrder: order.name,
    compareVersions(a, b) {
      const left = read(a)
      if (a === b) return left === null ? null : 0
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
      return (order.step ?? stepBetweenNumbers)(order.numbers(left), order.numbers(right))
    },
  }
}

/** Sorting and searching parse the same versions again and again, and parsing costs more than comparing. */
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
