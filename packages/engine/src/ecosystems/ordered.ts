import type { Ecosystem } from './ecosystem.ts'
import { stepBetweenNumbers } from './numbers.ts'

interface Order<V> {
  /** null when the text is no version. Never throws. */
  read(text: string): V | null
  compare(a: V, b: V): number
  /** The leading numbers, for the size of a step. */
  numbers(version: V): readonly string[]
  isStable(version: V): boolean
}

/** The members of an ecosystem that follow from how its versions are read and compared. */
export const ordered = <V>(
  order: Order<V>,
): Pick<Ecosystem, 'compareVersions' | 'isStable' | 'stepBetween'> => ({
  compareVersions(a, b) {
    const left = order.read(a)
    const right = left === null ? null : order.read(b)
    return left === null || right === null ? null : order.compare(left, right)
  },
  isStable(version) {
    const read = order.read(version)
    return read !== null && order.isStable(read)
  },
  stepBetween(a, b) {
    const left = order.read(a)
    const right = order.read(b)
    if (left === null || right === null || order.compare(left, right) >= 0) return null
    return stepBetweenNumbers(order.numbers(left), order.numbers(right))
  },
})
