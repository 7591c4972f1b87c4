import type { Ecosystem } from './ecosystem.ts'

export type Operator = '<' | '<=' | '=' | '!=' | '>=' | '>'

/** One bound of a range: '>=1.2.0'. */
export interface Comparator {
  operator: Operator
  version: string
}

export const relations: Record<Operator, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
}

/** Whether all bounds hold by the ecosystem's order; false if one of the texts is not a version. */
export const holdsAll = (
  { compareVersions }: Pick<Ecosystem, 'compareVersions'>,
  comparators: readonly Comparator[],
  version: string,
): boolean =>
  comparators.every(({ operator, version: bound }) => {
    const order = compareVersions(version, bound)
    return order !== null && relations[operator](order)
  })

/** Longer texts are not read, which bounds the cost of a hostile one. */
export const maxRangeLength = 300
