import type { FoundPackage } from './cataloger.ts'

type Dependents = Pick<FoundPackage, 'requiredBy' | 'requirements'>

/** Who needs a package, by the indexes of another list; those that are not in it are left out. */
export function moveDependents(
  { requiredBy, requirements }: Dependents,
  indexOf: (index: number) => number | undefined,
): Dependents {
  return {
    ...(requiredBy && { requiredBy: requiredBy.flatMap((by) => indexOf(by) ?? []) }),
    ...(requirements && {
      requirements: requirements.flatMap((each) => {
        const by = each.by === null ? null : indexOf(each.by)
        return by === undefined ? [] : [{ ...each, by }]
      }),
    }),
  }
}
